import type { IncomingHttpHeaders } from 'node:http';
import { describeScreen } from '@adit/fallback-ui';
import { renderScreenDocument, renderScreenParts } from '@adit/fallback-ui/document/screen';
import { loadTexts, locales } from '@adit/fallback-ui/texts';
import { adit } from '../adit-config.ts';
import { INITIAL_TEXTS, withOwnTexts } from '../screens/own-texts.ts';
import { LINKS } from '../screens/screen-links.ts';
import { chooseLanguage } from './choose-language.ts';
import type { ScreenStatus, StatusScreen } from './editors.ts';
import type { ErrorShell } from './error-shell.ts';

const SCREENS = { 401: 'unauthorized', 403: 'forbidden', 404: 'notFound', 500: 'error' } as const;

/** Renders screens for the sender of a request. */
export interface StatusScreens {
  readonly renderStatus: (
    status: ScreenStatus,
    headers: IncomingHttpHeaders,
    shell: ErrorShell,
  ) => StatusScreen;
  /** A whole document: the site has been updated, and the form has to be sent again. */
  readonly renderLostAction: (headers: IncomingHttpHeaders, nonce: string | undefined) => string;
}

/** Loads the texts of all languages, so that an answer never waits for them. */
export async function loadStatusScreens(): Promise<StatusScreens> {
  const { screens = {} } = adit;
  const load = async (locale: (typeof locales)[number]) =>
    [locale, await loadTexts(locale, screens.pack)] as const;
  const loaded = new Map(await Promise.all(locales.map(load)));
  const textsFor = (headers: IncomingHttpHeaders, lang: string | undefined) => {
    const { locale, wanted } = chooseLanguage(headers, lang, screens);
    const given = loaded.get(locale);
    if (given === undefined) throw new RangeError(`There are no texts in ${locale}.`);
    return withOwnTexts(given, wanted);
  };

  return {
    renderStatus: (status, headers, { lang, nonce, digest }) => {
      const name = SCREENS[status];
      const options = { ...LINKS, texts: textsFor(headers, lang), nonce, reference: digest };
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
    },
    renderLostAction: (headers, nonce) => {
      const texts = textsFor(headers, undefined);
      const update = { ...texts.update, advice: texts.update.sendAgain };
      return renderScreenDocument('update', { ...LINKS, nonce, texts: { ...texts, update } });
    },
  };
}
