import type { Metadata } from 'next';
import Link from 'next/link';
import { cookies } from 'next/headers';
import { locales } from '@adit/fallback-ui/texts';
import { LOCALE_COOKIE } from '../../../../locale-cookie';
import { isScreen, SCREENS, type GalleryScreen } from './screens';
import './gallery.css';

export const metadata: Metadata = { title: 'Screens' };

/** The scale at which frames are shown. */
const SCALE = 0.27;
const SIZES = [
  { width: 320, height: 820 },
  { width: 1280, height: 800 },
] as const;
const THEMES = ['light', 'dark'] as const;

const LANGUAGES = locales.map((locale): readonly [string, string] => [
  locale,
  new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale,
]);

export default async function ScreensPage({ searchParams }: PageProps<'/lab/screens'>) {
  const { screen, locale = 'en' } = await searchParams;
  const screens =
    typeof screen === 'string' && isScreen(screen) ? [screen] : (Object.keys(SCREENS) as GalleryScreen[]);
  const languages = LANGUAGES.filter(([name]) => locale === 'all' || locale === name);
  const chosenLocale = (await cookies()).get(LOCALE_COOKIE)?.value;
  return (
    <main className="gallery">
      <div className="frame">
        <h1>Screens</h1>
        <p className="lead">
          Every screen in every language, light and dark, narrow and wide, without scripts.
        </p>
        <form className="panel gallery-choice">
          <Choice
            label="Screen"
            name="screen"
            chosen={screens.length === 1 ? screens[0] : 'all'}
            options={[['all', 'All screens'], ...Object.entries(SCREENS)]}
          />
          <Choice
            label="Language"
            name="locale"
            chosen={String(locale)}
            options={[['all', 'All languages'], ...LANGUAGES]}
          />
          <button className="button">Show</button>
        </form>
        <form className="panel gallery-choice" action="/lab/screens/language" method="post">
          <Choice
            label="This site’s own errors in"
            name="locale"
            chosen={chosenLocale}
            options={[['browser', 'as the browser has it'], ...LANGUAGES]}
          />
          <button className="button">Choose</button>
          <p>
            You see them at <a href="/lab/nowhere">an address without a page</a> and{' '}
            <a href="/lab/server-error">an error</a>.
          </p>
        </form>
        <p>
          Also see <Link href="/lab/faults-in-parts">faults in parts of a page</Link> and{' '}
          {/* A document with a status: no client navigation. */}
          <a href="/lab/members">a page for members</a>.
        </p>
      </div>
      {screens.map((name) => (
        <section key={name} className="gallery-row" aria-labelledby={`screen-${name}`}>
          <h2 id={`screen-${name}`}>{SCREENS[name]}</h2>
          <div className="gallery-frames">
            {languages.flatMap(([code, language]) =>
              SIZES.flatMap((size) =>
                THEMES.map((theme) => (
                  <Frame
                    key={`${code}-${size.width}-${theme}`}
                    address={`/lab/screens/${name}/${code}?theme=${theme}`}
                    screen={SCREENS[name]}
                    caption={`${language}, ${theme}, ${size.width} pixels`}
                    size={size}
                  />
                )),
              ),
            )}
          </div>
        </section>
      ))}
    </main>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  chosen: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
}

function Choice({ label, name, chosen, options }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={chosen}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface FrameProps {
  address: string;
  screen: string;
  caption: string;
  size: (typeof SIZES)[number];
}

function Frame({ address, screen, caption, size: { width, height } }: FrameProps) {
  return (
    <figure style={{ inlineSize: width * SCALE }}>
      <a href={address} tabIndex={-1} aria-hidden="true" style={{ blockSize: height * SCALE }}>
        <iframe
          src={address}
          title={`${screen}: ${caption}`}
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
