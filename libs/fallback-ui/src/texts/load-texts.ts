import { notAccepted } from '../not-accepted.ts';
import type { FallbackTexts, PackName } from './fallback-texts.ts';
import { locales, type FallbackLocale } from './locales.ts';

type Load = () => Promise<{ readonly texts: FallbackTexts }>;

/** Written out, because a bundler splits what it can read. */
const LOADERS: Readonly<Record<PackName, Readonly<Record<FallbackLocale, Load>>>> = {
  classic: {
    en: () => import('./classic/en.ts'),
    de: () => import('./classic/de.ts'),
    fr: () => import('./classic/fr.ts'),
    es: () => import('./classic/es.ts'),
    pt: () => import('./classic/pt.ts'),
    it: () => import('./classic/it.ts'),
    nl: () => import('./classic/nl.ts'),
    pl: () => import('./classic/pl.ts'),
    uk: () => import('./classic/uk.ts'),
    tr: () => import('./classic/tr.ts'),
    ja: () => import('./classic/ja.ts'),
    ko: () => import('./classic/ko.ts'),
    'zh-Hans': () => import('./classic/zh-Hans.ts'),
    hi: () => import('./classic/hi.ts'),
    ar: () => import('./classic/ar.ts'),
    he: () => import('./classic/he.ts'),
  },
  plain: {
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
  },
};

/**
 * Loads the texts of one language: 2 KB at most, compressed, in a browser, a module on a server. A page carries no language
 * it does not show.
 *
 * @throws {RangeError} for an unknown locale or pack; `resolveLocale` finds the locale of a tag
 * @throws whatever the import throws, a missing chunk for one; show another pack then
 */
export async function loadTexts(locale: FallbackLocale, pack: PackName = 'classic'): Promise<FallbackTexts> {
  const packs = Object.keys(LOADERS);
  if (!packs.includes(pack)) throw notAccepted('pack', pack, packs);
  if (!locales.includes(locale)) throw notAccepted('locale', locale, locales);
  return (await LOADERS[pack][locale]()).texts;
}
