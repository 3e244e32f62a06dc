import { texts as classicEn } from './classic/en.ts';
import type { FallbackTexts, PackName } from './fallback-texts.ts';
import type { FallbackLocale } from './locales.ts';
import { texts as en } from './plain/en.ts';
import { texts as de } from './plain/de.ts';
import { texts as fr } from './plain/fr.ts';
import { texts as es } from './plain/es.ts';
import { texts as pt } from './plain/pt.ts';
import { texts as it } from './plain/it.ts';
import { texts as nl } from './plain/nl.ts';
import { texts as pl } from './plain/pl.ts';
import { texts as uk } from './plain/uk.ts';
import { texts as tr } from './plain/tr.ts';
import { texts as ja } from './plain/ja.ts';
import { texts as ko } from './plain/ko.ts';
import { texts as zhHans } from './plain/zh-Hans.ts';
import { texts as hi } from './plain/hi.ts';
import { texts as ar } from './plain/ar.ts';
import { texts as he } from './plain/he.ts';

const plain: Readonly<Record<FallbackLocale, FallbackTexts>> = {
  en,
  de,
  fr,
  es,
  pt,
  it,
  nl,
  pl,
  uk,
  tr,
  ja,
  ko,
  'zh-Hans': zhHans,
  hi,
  ar,
  he,
};

/** The texts in every language, some 70 KB: for servers and scripts. Browsers load one language with `loadTexts`. */
export const allTexts: Readonly<Record<PackName, typeof plain>> = {
  classic: { ...plain, en: classicEn },
  plain,
};
