import type { Page } from '@playwright/test';
import { screenNames, type ScreenName } from '@adit/fallback-ui';
import { renderScreenDocument, type ScreenDocumentOptions } from '@adit/fallback-ui/document';
import { loadTexts, type FallbackLocale, type PackName } from '@adit/fallback-ui/texts';

/** A screen variant: the global error has two sets of texts. */
export type Screen = Exclude<ScreenName, 'globalError'> | 'globalErrorInBrowser' | 'globalErrorOnServer';

/** Every screen of the library. */
export const SCREENS: readonly Screen[] = screenNames.flatMap((name): Screen[] =>
  name === 'globalError' ? ['globalErrorInBrowser', 'globalErrorOnServer'] : [name],
);

/** The origin of the documents. Only routes of a test answer there. */
export const SITE = 'http://screens.test';

/** The digest that the screens with a reference show. */
export const DIGEST = '2154321987';

const SHAPE = '<path d="M4 4h24v24H4z" fill="currentColor"/>';

/** Every link and every slot, so that a screen has all its elements. */
const EVERYTHING = {
  siteName: 'Adit',
  homeHref: '/',
  backHref: '/before',
  signInHref: '/sign-in',
  searchHref: '/search',
  reportHref: '/report?reference={reference}',
  contactHref: '/contact',
  retryAfter: 600,
  now: Date.UTC(2026, 0, 15, 12),
  logo: `<svg role="img" aria-label="Adit" width="32" height="32">${SHAPE}</svg>`,
  illustration: `<svg aria-hidden="true" width="160" height="64">${SHAPE}</svg>`,
} satisfies Omit<ScreenDocumentOptions, 'texts'>;

/** Options of a document: language, texts, and any option of the library. */
export interface DocumentChoice extends Partial<ScreenDocumentOptions> {
  /** Default `en`. */
  readonly locale?: FallbackLocale;
  /** Default `classic`. */
  readonly pack?: PackName;
}

/** A screen with all its elements, as a document. */
export async function screenDocument(
  screen: Screen,
  { locale = 'en', pack = 'classic', ...options }: DocumentChoice = {},
): Promise<string> {
  const isGlobal = screen === 'globalErrorInBrowser' || screen === 'globalErrorOnServer';
  const isOfServer = screen === 'error' || screen === 'globalErrorOnServer';
  return renderScreenDocument(isGlobal ? 'globalError' : screen, {
    ...EVERYTHING,
    texts: await loadTexts(locale, pack),
    ...(isOfServer && { error: { digest: DIGEST } }),
    ...options,
  });
}

/**
 * Opens an empty page of the site, for documents to be written into: its addresses resolve, unlike those of
 * `about:blank`. Returns the requests that its documents make from then on.
 */
export async function openSite(page: Page): Promise<readonly string[]> {
  const requested: string[] = [];
  await page.route('**/*', (route) => {
    requested.push(route.request().url());
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,">',
    });
  });
  await page.goto(SITE);
  requested.length = 0;
  return requested;
}
