/** Where a visitor's choice of a language is kept. */
export const LOCALE_COOKIE = 'adit-locale';

/**
 * Error screens in the browser choose their language as `texts.ts` does on the server. The layout's `lang` is ignored:
 * the site itself is in English only.
 */
export const READER_LANGUAGE = { cookieName: LOCALE_COOKIE, followsDocument: false } as const;
