import { resolveLocale, type FallbackLocale } from '@adit/fallback-ui/texts';
import { readCookie } from './app/lab/router/browser-cookies';
import { LOCALE_COOKIE } from './locale-cookie';

/**
 * The language for the error screens of this document: the one the visitor has chosen, else the browser's, as `texts.ts`
 * has them from a request. The document's `lang` is left out, because the site is in English whoever reads it; one reader
 * would be told of a lost page in one language, and of an error in another. `undefined` on the server.
 */
export function readerLocale(): FallbackLocale | undefined {
  if (typeof document === 'undefined') return undefined;
  return resolveLocale({ cookie: readCookie(LOCALE_COOKIE), languages: navigator.languages });
}
