/** The cookie with the visitor's choice of a language. */
export const LOCALE_COOKIE = 'adit-locale';

/**
 * Error screens in the browser choose their language as `texts.ts` does. The layout's `lang` is ignored, because the
 * site is in English.
 */
export const READER_LANGUAGE = { cookieName: LOCALE_COOKIE, followsDocument: false } as const;
