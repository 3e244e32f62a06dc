import { notAccepted } from '../not-accepted.ts';
import { packNames, type FallbackTexts, type PackName } from './fallback-texts.ts';
import { locales, type FallbackLocale } from './locales.ts';

type Load = () => Promise<{ readonly texts: FallbackTexts }>;

/** Written out, because bundlers only split imports with a literal path. */
const LOADERS: Readonly<Record<FallbackLocale, Load>> = {
  en: () => import('./plain/en.ts'),
  de: () => import('./plain/de.ts'),
  fr: () => import('./plain/fr.ts'),
  es: () => import('./plain/es.ts'),
  pt: () => import('./plain/pt.ts'),
  it: () => import('./plain/it.ts'),
  nl: () => import('./plain/nl.ts'),
  pl: () => import('./plain/pl.ts'),
  uk: () => import('./plain/uk.ts'),
  tr: () => import('./plain/tr.ts'),
  ja: () => import('./plain/ja.ts'),
  ko: () => import('./plain/ko.ts'),
  'zh-Hans': () => import('./plain/zh-Hans.ts'),
  hi: () => import('./plain/hi.ts'),
  ar: () => import('./plain/ar.ts'),
  he: () => import('./plain/he.ts'),
};

const loadClassicEnglish: Load = () => import('./classic/en.ts');

/**
 * Loads the texts of one language: a chunk of at most 2 KB, compressed, in a browser.
 *
 * @param locale a language of `locales`; use `resolveLocale` for any other tag
 * @param pack default `classic`
 * @throws {RangeError} if the locale or the pack is unknown
 * @throws if the import fails, for example because the chunk is gone
 */
export async function loadTexts(locale: FallbackLocale, pack: PackName = 'classic'): Promise<FallbackTexts> {
  if (!packNames.includes(pack)) throw notAccepted('pack', pack, packNames);
  if (!locales.includes(locale)) throw notAccepted('locale', locale, locales);
  const load = pack === 'classic' && locale === 'en' ? loadClassicEnglish : LOADERS[locale];
  return (await load()).texts;
}
