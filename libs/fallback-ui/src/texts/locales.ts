/** The languages of the text packs, as BCP 47 tags. */
export const locales = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'uk',
  'tr',
  'ja',
  'ko',
  'zh-Hans',
  'hi',
  'ar',
  'he',
] as const;

/** A language of the screens. */
export type FallbackLocale = (typeof locales)[number];

/** Sources of a visitor's language; the first ones win. */
export interface LocaleSources {
  /** The application's decision, such as the language in the path. */
  readonly locale?: string | null | undefined;
  /** The visitor's choice, from a cookie. */
  readonly cookie?: string | null | undefined;
  /** The `lang` of the document. */
  readonly lang?: string | null | undefined;
  /** The text of an `Accept-Language` header. */
  readonly acceptLanguage?: string | null | undefined;
  /** The languages of the browser: `navigator.languages`. */
  readonly languages?: readonly string[] | undefined;
  /** Used if none of these is supported. Default `en`. */
  readonly fallback?: FallbackLocale | undefined;
}

/** Bounds the work for a long header. */
const MAX_LANGUAGES = 20;

/**
 * Language and script of a tag: `zh-CN` and `zh-SG` are `zh-Hans`, `zh-TW` is `zh-Hant`, `iw` is `he`. Accepts `de_DE`,
 * which is common in cookies. `und` means unknown; `maximize` would make it English.
 */
function readingOf(tag: string): string | undefined {
  try {
    const given = new Intl.Locale(tag.trim().replaceAll('_', '-'));
    const { language, script } = given.maximize();
    return given.baseName.startsWith('und') ? undefined : `${language}-${script ?? ''}`;
  } catch {
    return undefined; // invalid tag
  }
}

const byReading = new Map(locales.map((locale) => [readingOf(locale), locale]));

/** The supported language with the language and script of a tag, in any region. */
function findLocale(tag: string): FallbackLocale | undefined {
  return byReading.get(readingOf(tag));
}

/** The languages of an `Accept-Language` header by preference, without those with `q=0`. */
function parseAcceptLanguage(header: string): string[] {
  return header
    .split(',', MAX_LANGUAGES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

/**
 * Returns the language of a screen: the first supported one of the sources, in the order of their declaration. Never
 * throws, even for invalid headers and cookies.
 */
export function resolveLocale({
  locale,
  cookie,
  lang,
  acceptLanguage,
  languages = [],
  fallback = 'en',
}: LocaleSources): FallbackLocale {
  const wanted = [locale, cookie, lang, ...parseAcceptLanguage(acceptLanguage ?? ''), ...languages];
  for (const tag of wanted) {
    const found = tag ? findLocale(tag) : undefined;
    if (found !== undefined) return found;
  }
  return fallback;
}

/** Direction of a language's script. */
export function directionOf(locale: FallbackLocale): 'ltr' | 'rtl' {
  return locale === 'ar' || locale === 'he' ? 'rtl' : 'ltr';
}
