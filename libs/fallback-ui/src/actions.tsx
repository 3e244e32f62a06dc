import type { FallbackTexts } from './texts/fallback-texts.ts';

type Emphasis = 'primary' | 'secondary';

const ACTION_CLASSES: Record<Emphasis, string> = {
  primary: 'adit-fallback-action adit-fallback-action-primary',
  secondary: 'adit-fallback-action',
};

/** An action that is a link, and so works before or without scripts. */
export function LinkAction({ href, label, emphasis }: { href: string; label: string; emphasis: Emphasis }) {
  return (
    <a className={ACTION_CLASSES[emphasis]} href={href}>
      {label}
    </a>
  );
}

/** The actions of an error screen: try again where the caller can, reload and leave everywhere. */
export function ErrorActions({
  retry,
  homeHref,
  labels,
}: {
  retry: (() => void) | undefined;
  homeHref: string;
  labels: FallbackTexts['actions'];
}) {
  return (
    <>
      {retry && (
        <button
          className={`${ACTION_CLASSES.primary} adit-fallback-scripted`}
          type="button"
          onClick={() => retry()}
        >
          {labels.retry}
        </button>
      )}
      {/* An empty href is this page with its query; a GET form, as in Next's own screen, would drop the query. */}
      <LinkAction href="" label={labels.reload} emphasis={retry ? 'secondary' : 'primary'} />
      <LinkAction href={homeHref} label={labels.home} emphasis="secondary" />
    </>
  );
}
