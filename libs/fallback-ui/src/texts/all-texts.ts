import type { FallbackTexts, PackName } from './fallback-texts.ts';
import type { FallbackLocale } from './locales.ts';
import { texts as classicEn } from './classic/en.ts';
import { texts as classicDe } from './classic/de.ts';
import { texts as classicFr } from './classic/fr.ts';
import { texts as classicEs } from './classic/es.ts';
import { texts as classicPt } from './classic/pt.ts';
import { texts as classicIt } from './classic/it.ts';
import { texts as classicNl } from './classic/nl.ts';
import { texts as classicPl } from './classic/pl.ts';
import { texts as classicUk } from './classic/uk.ts';
import { texts as classicTr } from './classic/tr.ts';
import { texts as classicJa } from './classic/ja.ts';
import { texts as classicKo } from './classic/ko.ts';
import { texts as classicZhHans } from './classic/zh-Hans.ts';
import { texts as classicHi } from './classic/hi.ts';
import { texts as classicAr } from './classic/ar.ts';
import { texts as classicHe } from './classic/he.ts';
import { texts as plainEn } from './plain/en.ts';
import { texts as plainDe } from './plain/de.ts';
import { texts as plainFr } from './plain/fr.ts';
import { texts as plainEs } from './plain/es.ts';
import { texts as plainPt } from './plain/pt.ts';
import { texts as plainIt } from './plain/it.ts';
import { texts as plainNl } from './plain/nl.ts';
import { texts as plainPl } from './plain/pl.ts';
import { texts as plainUk } from './plain/uk.ts';
import { texts as plainTr } from './plain/tr.ts';
import { texts as plainJa } from './plain/ja.ts';
import { texts as plainKo } from './plain/ko.ts';
import { texts as plainZhHans } from './plain/zh-Hans.ts';
import { texts as plainHi } from './plain/hi.ts';
import { texts as plainAr } from './plain/ar.ts';
import { texts as plainHe } from './plain/he.ts';

/** Every pack in every language: for servers and scripts, as it weighs some 100 KB. A browser loads one by `loadTexts`. */
export const allTexts: Readonly<Record<PackName, Readonly<Record<FallbackLocale, FallbackTexts>>>> = {
  classic: {
    en: classicEn,
    de: classicDe,
    fr: classicFr,
    es: classicEs,
    pt: classicPt,
    it: classicIt,
    nl: classicNl,
    pl: classicPl,
    uk: classicUk,
    tr: classicTr,
    ja: classicJa,
    ko: classicKo,
    'zh-Hans': classicZhHans,
    hi: classicHi,
    ar: classicAr,
    he: classicHe,
  },
  plain: {
    en: plainEn,
    de: plainDe,
    fr: plainFr,
    es: plainEs,
    pt: plainPt,
    it: plainIt,
    nl: plainNl,
    pl: plainPl,
    uk: plainUk,
    tr: plainTr,
    ja: plainJa,
    ko: plainKo,
    'zh-Hans': plainZhHans,
    hi: plainHi,
    ar: plainAr,
    he: plainHe,
  },
};
