import type { IncomingHttpHeaders } from 'node:http';
import { describeScreen } from '@adit/fallback-ui';
import { renderScreenParts } from '@adit/fallback-ui/document/screen';
import { loadTexts, locales } from '@adit/fallback-ui/texts';
import { adit } from '../adit-config.ts';
import { INITIAL_TEXTS, withOwnTexts } from '../screens/own-texts.ts';
import { LINKS } from '../screens/screen-links.ts';
import { chooseLanguage } from './choose-language.ts';
import type { ScreenStatus, StatusScreen } from './editors.ts';
import type { ErrorShell } from './error-shell.ts';

const SCREENS = { 401: 'unauthorized', 403: 'forbidden', 404: 'notFound', 500: 'error' } as const;

/** Renders the screen of a status for the sender of a request. */
type RenderStatusScreen = (
  status: ScreenStatus,
  headers: IncomingHttpHeaders,
  shell: ErrorShell,
) => StatusScreen;

/** Loads the texts of all languages, so that an answer never waits for them. */
export async function loadStatusScreens(): Promise<RenderStatusScreen> {
  const { screens = {} } = adit;
  const load = async (locale: (typeof locales)[number]) =>
    [locale, await loadTexts(locale, screens.pack)] as const;
  const loaded = new Map(await Promise.all(locales.map(load)));
  return (status, headers, { lang, nonce, digest }) => {
    const { locale, wanted } = chooseLanguage(headers, lang, screens);
    const given = loaded.get(locale);
    if (given === undefined) throw new RangeError(`There are no texts in ${locale}.`);
    const name = SCREENS[status];
    const options = { ...LINKS, texts: withOwnTexts(given, wanted), nonce, reference: digest };
    const isRendered = name !== 'error' && options.texts.lang !== INITIAL_TEXTS.lang;
    return {
      ...renderScreenParts(name, options),
      translation: isRendered
        ? {
            name,
            from: describeScreen(name, { ...LINKS, texts: INITIAL_TEXTS }),
            to: describeScreen(name, options),
          }
        : undefined,
    };
  };
}
