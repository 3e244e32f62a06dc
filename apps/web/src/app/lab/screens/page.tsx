import type { Metadata } from 'next';
import Link from 'next/link';
import { cookies } from 'next/headers';
import { loadTexts, locales, type FallbackLocale, type PackName } from '@adit/fallback-ui/texts';
import { LOCALE_COOKIE } from '../../../locale-cookie';
import { PACKS, readSelection, SCREENS, THEMES, WIDTHS, type GalleryScreen } from './gallery';
import { InlineFaults } from './inline-faults';
import './gallery.css';

export const metadata: Metadata = { title: 'Screens' };

/** Shown at this part of their size, so that many fit beside each other. */
const SCALE = 0.27;
const HEIGHTS = { 320: 820, 1280: 800 } as const;

const nameOf = (locale: string): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;

export default async function ScreensPage({ searchParams }: PageProps<'/lab/screens'>) {
  const query = await searchParams;
  const shown = readSelection(query);
  const chosenLocale = (await cookies()).get(LOCALE_COOKIE)?.value;
  return (
    <main className="gallery">
      <div className="frame">
        <h1>Screens</h1>
        <p className="lead">
          Every screen in every language, light and dark, on a phone and on a desk. None of them has a script;
          what stands in for a part of a page has.
        </p>
        <form className="panel gallery-choice">
          <Choice
            label="Screen"
            name="screen"
            chosen={query['screen']}
            options={Object.entries(SCREENS)}
            all="All screens"
          />
          <Choice
            label="Language"
            name="locale"
            chosen={query['locale'] ?? 'en'}
            options={locales.map((locale) => [locale, nameOf(locale)])}
            all="All languages"
          />
          <Choice
            label="Theme"
            name="theme"
            chosen={query['theme']}
            options={THEMES.map((theme) => [theme, theme])}
            all="Both"
          />
          <Choice
            label="Width"
            name="width"
            chosen={query['width']}
            options={WIDTHS.map((width) => [String(width), `${width} pixels`])}
            all="Both"
          />
          <Choice label="Words" name="pack" chosen={shown.pack} options={PACKS.map((pack) => [pack, pack])} />
          <button className="button">Show</button>
        </form>
        <p>
          Boundaries at work, and pages behind a sign-in:{' '}
          <Link href="/lab/faults-in-parts">faults in parts of a page</Link>,{' '}
          {/* A document, with its status: no client navigation may stand in between. */}
          <a href="/lab/members">a page for members</a>.
        </p>
        <form className="panel gallery-choice" action="/lab/screens/language" method="post">
          <Choice
            label="This site’s own errors in"
            name="locale"
            chosen={chosenLocale ?? 'browser'}
            options={[
              ['browser', 'as the browser has it'],
              ...locales.map((locale) => [locale, nameOf(locale)] as const),
            ]}
          />
          <button className="button">Choose</button>
          <p>
            Seen at <a href="/lab/nowhere">an address without a page</a> and{' '}
            <a href="/lab/server-error">an error</a>.
          </p>
        </form>
      </div>
      {shown.screens.map((screen) => (
        <section key={screen} className="gallery-row" aria-labelledby={`screen-${screen}`}>
          <h2 id={`screen-${screen}`}>{SCREENS[screen]}</h2>
          <div className="gallery-frames">
            {shown.locales.flatMap((locale) =>
              shown.widths.flatMap((width) =>
                shown.themes.map((theme) => (
                  <Frame
                    key={`${locale}-${width}-${theme}`}
                    address={`/lab/screens/${screen}/${locale}?theme=${theme}&pack=${shown.pack}`}
                    screen={screen}
                    locale={locale}
                    width={width}
                    theme={theme}
                  />
                )),
              ),
            )}
          </div>
        </section>
      ))}
      <section className="gallery-row" aria-labelledby="inline">
        <h2 id="inline">In a part of a page</h2>
        <div className="gallery-frames">
          {shown.locales.map((locale) => (
            <InlineFrame key={locale} locale={locale} pack={shown.pack} />
          ))}
        </div>
      </section>
    </main>
  );
}

/** Drawn in this page and in its colours, as such a fault would be, at full size. */
async function InlineFrame({ locale, pack }: { locale: FallbackLocale; pack: PackName }) {
  return (
    <figure className="gallery-inline">
      <div>
        <InlineFaults texts={await loadTexts(locale, pack)} />
      </div>
      <figcaption>{nameOf(locale)}</figcaption>
    </figure>
  );
}

function Choice({
  label,
  name,
  chosen,
  options,
  all,
}: {
  label: string;
  name: string;
  chosen: string | string[] | undefined;
  options: readonly (readonly [value: string, label: string])[];
  all?: string;
}) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={String(chosen ?? 'all')}>
        {all !== undefined && <option value="all">{all}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Frame({
  address,
  screen,
  locale,
  width,
  theme,
}: {
  address: string;
  screen: GalleryScreen;
  locale: string;
  width: keyof typeof HEIGHTS;
  theme: string;
}) {
  const height = HEIGHTS[width];
  const caption = `${nameOf(locale)}, ${theme}, ${width} pixels`;
  return (
    <figure style={{ inlineSize: width * SCALE }}>
      <a href={address} tabIndex={-1} aria-hidden="true" style={{ blockSize: height * SCALE }}>
        <iframe
          src={address}
          title={`${SCREENS[screen]}: ${caption}`}
          loading="lazy"
          width={width}
          height={height}
          tabIndex={-1}
          style={{ transform: `scale(${SCALE})` }}
        />
      </a>
      <figcaption>
        <a href={address}>{caption}</a>
      </figcaption>
    </figure>
  );
}
