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

/** A language the screens speak. */
export type FallbackLocale = (typeof locales)[number];

/** Where a reader's language may be known from, the surest first. */
export interface LocaleSources {
  /** What the host has decided, such as the language in the path. */
  readonly locale?: string | null | undefined;
  /** What the reader has chosen, as kept in a cookie. */
  readonly cookie?: string | null | undefined;
  /** The `lang` of the document. */
  readonly lang?: string | null | undefined;
  /** The text of an `Accept-Language` header (RFC 9110, 12.5.4). */
  readonly acceptLanguage?: string | null | undefined;
  /** The languages of the browser, the most wanted first: `navigator.languages`. */
  readonly languages?: readonly string[] | undefined;
  /** Where none of these is spoken. Default `en`. */
  readonly fallback?: FallbackLocale | undefined;
}

/** A header may be as long as the server lets it; nobody reads this many languages. */
const MAX_LANGUAGES = 20;

/**
 * Language and script, which is what is read: `zh-CN` and `zh-SG` are `zh-Hans`, `zh-TW` is `zh-Hant`, `iw` is `he`. Many
 * a cookie has `de_DE`. `und` says that nobody knows, which `maximize` takes for English.
 */
function readingOf(tag: string): string | undefined {
  try {
    const given = new Intl.Locale(tag.trim().replaceAll('_', '-'));
    const { language, script } = given.maximize();
    return given.baseName.startsWith('und') ? undefined : `${language}-${script ?? ''}`;
  } catch {
    return undefined; // not a language tag
  }
}

const byReading = new Map(locales.map((locale) => [readingOf(locale), locale]));

/** The supported language a tag asks for: the same language in the same script, whatever the region. */
function findLocale(tag: string): FallbackLocale | undefined {
  return byReading.get(readingOf(tag));
}

/** The languages of an `Accept-Language` header, the most wanted first; those with `q=0` are not wanted. */
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
 * The language to show a screen in. Takes the first source whose language is spoken; never throws, whatever a header or
 * a cookie holds.
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
