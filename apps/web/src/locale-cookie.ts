/** Where a visitor's choice of a language is kept. */
export const LOCALE_COOKIE = 'adit-locale';
