import type { ScreenAction, ScreenDescription } from './describe-screen.ts';
import type { ErrorScreenProps } from './screen-props.ts';
import { searchFields } from './search-fields.ts';

const ACTION = 'adit-fallback-action';
const PRIMARY_ACTION = `${ACTION} ${ACTION}-primary`;

/** A ref that moves the focus to an element once, when it mounts. */
const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** The visible part of a screen. It names its own language, because the document may be in another one. */
export function ScreenContent({
  as: Landmark = 'main',
  screen,
  logo,
  illustration,
  reset,
  retry = reset,
  retryLabel,
  moveFocus = retry !== undefined,
  referenceAction,
  children,
}: Pick<
  ErrorScreenProps,
  'as' | 'logo' | 'illustration' | 'reset' | 'retry' | 'moveFocus' | 'referenceAction' | 'children'
> & { screen: ScreenDescription; retryLabel: string }) {
  const { lang, dir, heading, lead, impact, advice, retryAfter, actions, search, help, code, reference } =
    screen;
  const focus = moveFocus && { ref: focusOnMount, tabIndex: -1 };
  // A link that does the same as the button is only shown without scripts.
  const linkClass = (name: string, index: number): string => {
    if (!retry) return index === 0 ? PRIMARY_ACTION : ACTION;
    return name === 'retry' ? `${ACTION} adit-fallback-unscripted` : ACTION;
  };
  return (
    <Landmark className="adit-fallback" lang={lang} dir={dir}>
      <div className="adit-fallback-panel">
        {logo && <div className="adit-fallback-logo">{logo}</div>}
        {illustration && <div className="adit-fallback-illustration">{illustration}</div>}
        <h1 className="adit-fallback-heading" {...focus}>
          {heading}
        </h1>
        {lead !== undefined && <p className="adit-fallback-text adit-fallback-text-lead">{lead}</p>}
        <p className="adit-fallback-text">{impact}</p>
        <p className="adit-fallback-text">{advice}</p>
        {retryAfter && (
          <p className="adit-fallback-text adit-fallback-text-lead">
            <time dateTime={retryAfter.dateTime}>{retryAfter.text}</time>
          </p>
        )}
        {search && <SearchForm {...search} />}
        <div className="adit-fallback-actions">
          {retry && (
            <>
              <button
                className={`${PRIMARY_ACTION} adit-fallback-scripted`}
                type="button"
                onClick={() => retry()}
              >
                {retryLabel}
              </button>{' '}
            </>
          )}
          {actions.map((action, index) => (
            <ActionLink key={action.name} {...action} className={linkClass(action.name, index)} />
          ))}
          {children}
        </div>
        {help.length > 0 && (
          <p className="adit-fallback-help">
            {help.map((action) => (
              <ActionLink key={action.name} {...action} className="adit-fallback-link" />
            ))}
          </p>
        )}
        {code !== undefined && <p className="adit-fallback-reference">{code}</p>}
        {reference && (
          <p className="adit-fallback-reference">
            {reference.before}
            <bdi className="adit-fallback-digest">{reference.value}</bdi>
            {reference.after}
            {referenceAction}
          </p>
        )}
      </div>
    </Landmark>
  );
}

/** A link works without scripts. The space separates it from the next one if styles are blocked. */
function ActionLink({ href, label, className }: ScreenAction & { className: string }) {
  return (
    <>
      <a className={className} href={href}>
        {label}
      </a>{' '}
    </>
  );
}

function SearchForm(search: NonNullable<ScreenDescription['search']>) {
  return (
    <form className="adit-fallback-search" role="search" action={search.href}>
      {searchFields(search).map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <input
        className="adit-fallback-field"
        type="search"
        name={search.name}
        aria-label={search.label}
        placeholder={search.label}
      />{' '}
      <button className={ACTION}>{search.button}</button>
    </form>
  );
}
