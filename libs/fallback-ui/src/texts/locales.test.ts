import { directionOf, locales, resolveLocale, type LocaleSources } from './locales.ts';

describe('resolveLocale', () => {
  it('uses the first source with a supported language', () => {
    const sources: [LocaleSources, string][] = [
      [{ locale: 'de' }, 'de'],
      [{ cookie: 'fr' }, 'fr'],
      [{ lang: 'es' }, 'es'],
      [{ acceptLanguage: 'it' }, 'it'],
      [{ languages: ['tlh', 'nl'] }, 'nl'],
      [{ fallback: 'pl' }, 'pl'],
      [{}, 'en'],
    ];
    sources.forEach(([, expected], index) => {
      const all = Object.assign({}, ...sources.slice(index).map(([source]) => source)) as LocaleSources;
      expect(resolveLocale(all)).toBe(expected);
      expect(resolveLocale({ locale: 'tlh', ...all })).toBe(expected);
    });
  });

  it.each([
    ['de-AT', 'de'],
    ['pt-BR', 'pt'],
    ['EN-gb', 'en'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-Hans-SG', 'zh-Hans'],
    ['iw', 'he'],
    ['ar-EG', 'ar'],
    ['uk-UA', 'uk'],
    ['hi-Deva-IN', 'hi'],
    // Common in cookies.
    ['de_DE', 'de'],
    ['zh_Hans_CN', 'zh-Hans'],
  ])('takes %s for %s', (tag, locale) => {
    expect(resolveLocale({ locale: tag })).toBe(locale);
  });

  it.each([
    'zh-TW',
    'zh-Hant',
    'hi-Latn',
    'sr-Latn',
    'zh_TW',
    'xx',
    '*',
    '',
    'not a tag',
    '🙂',
    '_',
    'und',
    'und-US',
  ])('supports no language for %j', (tag) => {
    expect(resolveLocale({ locale: tag, fallback: 'ko' })).toBe('ko');
  });

  it('ignores a document with an unknown language', () => {
    expect(resolveLocale({ lang: 'und', acceptLanguage: 'de' })).toBe('de');
  });

  it.each([
    ['de;q=0.5, fr', 'fr'],
    ['xx, nl;q=0.8, de;q=0.9', 'de'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['zh-TW, ja;q=0.5', 'ja'],
    ['fr ; q=0.3 , tr ; Q=0.4', 'tr'],
    ['es;level=1', 'es'],
    ['*', 'en'],
  ])('reads the header %j as %s', (acceptLanguage, locale) => {
    expect(resolveLocale({ acceptLanguage })).toBe(locale);
  });

  it('reads the first twenty languages of a header and no more', () => {
    const flood = (length: number) => [...Array.from({ length }, () => 'xx'), 'de'].join(',');

    expect(resolveLocale({ acceptLanguage: flood(19) })).toBe('de');
    expect(resolveLocale({ acceptLanguage: flood(20) })).toBe('en');
  });
});

describe('directionOf', () => {
  it('is right to left for Arabic and Hebrew alone', () => {
    expect(locales.filter((locale) => directionOf(locale) === 'rtl')).toEqual(['ar', 'he']);
  });
});
