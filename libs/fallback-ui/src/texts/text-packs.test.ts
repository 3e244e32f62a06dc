import { allTexts } from './all-texts.ts';
import { fillText, type FallbackTexts } from './fallback-texts.ts';
import { loadTexts } from './load-texts.ts';
import { directionOf, locales } from './locales.ts';

const EDITIONS = [['classic', 'en'] as const, ...locales.map((locale) => ['plain', locale] as const)];

/** Every text with its path, such as `notFound.heading`. */
function leaves(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, leaf]: [string, unknown]) =>
    typeof leaf === 'object' && leaf !== null
      ? leaves(leaf, `${path}${key}.`)
      : [[path + key, String(leaf)] satisfies [string, string]],
  );
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

/** Words that are only English; "is", "was", "page" and "sorry" are also Dutch, German or French. */
const ENGLISH = /\b(?:the|this|your?|and|with|please|again|try|not|found|sign|been|has)\b/i;

/** The script of each language that is not written in Latin letters. */
const SCRIPTS: Partial<Record<string, RegExp>> = {
  uk: /\p{Script=Cyrillic}/u,
  ja: /\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Han}/u,
  ko: /\p{Script=Hangul}/u,
  'zh-Hans': /\p{Script=Han}/u,
  hi: /\p{Script=Devanagari}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
};

/** Untranslated texts: equal to the English one, with English words, or in another script. */
function findEnglish(locale: string, texts: FallbackTexts): string[] {
  const english = new Map(leaves(allTexts.plain.en));
  return leaves(texts)
    .filter(([path]) => path !== 'lang' && path !== 'dir')
    .filter(
      ([path, text]) =>
        text === english.get(path) ||
        ENGLISH.test(text) ||
        !(SCRIPTS[locale] ?? /\p{Script=Latin}/u).test(text),
    )
    .map(([path, text]) => `${path}: ${text}`);
}

describe.each(EDITIONS)('the %s pack in %s', (pack, locale) => {
  const texts = allTexts[pack][locale];

  it('names its language and direction', () => {
    expect(texts.lang).toBe(locale);
    expect(texts.dir).toBe(directionOf(locale));
  });

  it('has every text of the English pack, none empty, without markup or stray spaces', () => {
    const own = leaves(texts);

    expect(own.map(([path]) => path).sort()).toEqual(
      leaves(allTexts.plain.en)
        .map(([path]) => path)
        .sort(),
    );
    expect(own.length).toBeGreaterThan(45);
    expect(
      own.filter(([, text]) => text.trim() !== text || text === '' || /[<>\n\t]| {2}/.test(text)),
    ).toEqual([]);
    expect(JSON.parse(JSON.stringify(texts))).toEqual(texts);
  });

  it('has the placeholders of the English pack, each once', () => {
    const english = new Map(leaves(allTexts.plain.en));
    const differing = leaves(texts).filter(
      ([path, text]) => placeholders(text).join() !== placeholders(english.get(path) ?? '').join(),
    );

    expect(differing).toEqual([]);
    expect(leaves(texts).filter(([, text]) => placeholders(text).length > 0)).toHaveLength(3);
  });

  it('is loaded on its own', async () => {
    expect(await loadTexts(locale, pack)).toBe(texts);
  });
});

describe('translations', () => {
  it.each(locales.filter((locale) => locale !== 'en'))('in %s hold no English', (locale) => {
    expect(findEnglish(locale, allTexts.plain[locale])).toEqual([]);
  });

  it('control: an untranslated text, an English word and a text in another script are found', () => {
    const { de, ja } = allTexts.plain;
    const { copied, ...english } = allTexts.plain.en;

    expect(findEnglish('de', { ...de, copied })).toEqual([`copied: ${copied}`]);
    expect(findEnglish('de', { ...de, copied: 'Bitte try again' })).toHaveLength(1);
    expect(findEnglish('ja', { ...ja, copied: 'Kopiert' })).toHaveLength(1);
    expect(leaves(english).filter(([, text]) => ENGLISH.test(text)).length).toBeGreaterThan(30);
    expect(placeholders('{digest} and {digest}')).toEqual(['{digest}', '{digest}']);
  });
});

describe('loadTexts', () => {
  it('loads the classic pack by default, which is English in the sentences of Next', async () => {
    expect(await loadTexts('en')).toBe(allTexts.classic.en);
    expect(await loadTexts('en')).not.toEqual(allTexts.plain.en);
  });

  it.each(locales.filter((locale) => locale !== 'en'))(
    'loads one and the same text in %s',
    async (locale) => {
      expect(await loadTexts(locale)).toBe(allTexts.plain[locale]);
      expect(allTexts.classic[locale]).toBe(allTexts.plain[locale]);
    },
  );

  it.each([
    ['locale', ['de-DE'], 'locale is "de-DE"; accepted: en, de, '],
    ['locale that is a property of every object', ['constructor'], 'locale is "constructor"; accepted: en, '],
    ['pack', ['de', 'formal'], 'pack is "formal"; accepted: classic, plain'],
    [
      'pack that is a property of every object',
      ['de', 'toString'],
      'pack is "toString"; accepted: classic, plain',
    ],
  ])('refuses a wrong %s', async (_, [locale, pack], message) => {
    const load = loadTexts(locale as 'de', pack as 'plain');

    await expect(load).rejects.toThrow(RangeError);
    await expect(load).rejects.toThrow(message);
  });
});

describe('fillText', () => {
  it('inserts text literally, unlike a replacement string', () => {
    expect('Digest: {digest}'.replace('{digest}', '$&')).toBe('Digest: {digest}');
    expect(fillText('Digest: {digest}', 'digest', '$&')).toBe('Digest: $&');
  });
});
