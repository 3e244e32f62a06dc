import { allTexts } from './all-texts.ts';
import { fillText, type FallbackTexts } from './fallback-texts.ts';
import { loadTexts } from './load-texts.ts';
import { directionOf, locales } from './locales.ts';

const PACKS = ['classic', 'plain'] as const;
const EVERY = PACKS.flatMap((pack) => locales.map((locale) => [pack, locale] as const));

/** Every text with its path, such as `notFound.heading`. */
function leaves(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, leaf]: [string, unknown]) =>
    typeof leaf === 'object' && leaf !== null
      ? leaves(leaf, `${path}${key}.`)
      : [[path + key, String(leaf)] satisfies [string, string]],
  );
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

/** Words none of the other languages has; "is", "was", "page" and "sorry" are Dutch, German or French as well. */
const ENGLISH = /\b(?:the|this|your?|and|with|please|again|try|not|found|sign|been|has)\b/i;

/** The scripts a language is written in; what else it takes in is names such as "Digest". */
const SCRIPTS: Partial<Record<string, RegExp>> = {
  uk: /\p{Script=Cyrillic}/u,
  ja: /\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Han}/u,
  ko: /\p{Script=Hangul}/u,
  'zh-Hans': /\p{Script=Han}/u,
  hi: /\p{Script=Devanagari}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
};

/** "Digest" is a name one searches for. */
const NAMES = new Set(['classic digest']);

/** What is English in a pack: a text equal to the English one, one with English words, one in another script. */
function findEnglish(pack: (typeof PACKS)[number], locale: string, texts: FallbackTexts): string[] {
  const english = new Map(leaves(allTexts[pack].en));
  return leaves(texts)
    .filter(([path]) => path !== 'lang' && path !== 'dir' && !NAMES.has(`${pack} ${path}`))
    .filter(
      ([path, text]) =>
        text === english.get(path) ||
        ENGLISH.test(text) ||
        !(SCRIPTS[locale] ?? /\p{Script=Latin}/u).test(text),
    )
    .map(([path, text]) => `${path}: ${text}`);
}

describe.each(EVERY)('the %s pack in %s', (pack, locale) => {
  const texts = allTexts[pack][locale];

  it('names its language and direction', () => {
    expect(texts.lang).toBe(locale);
    expect(texts.dir).toBe(directionOf(locale));
  });

  it('is complete: the same texts as in English, none empty, each of them plain and in one piece', () => {
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
    const english = new Map(leaves(allTexts[pack].en));
    const differing = leaves(texts).filter(
      ([path, text]) => placeholders(text).join() !== placeholders(english.get(path) ?? '').join(),
    );

    expect(differing).toEqual([]);
    expect(leaves(texts).filter(([, text]) => placeholders(text).length > 0)).toHaveLength(3);
  });

  it('is what a page loads on its own', async () => {
    expect(await loadTexts(locale, pack)).toBe(texts);
  });
});

describe.each(EVERY.filter(([, locale]) => locale !== 'en'))('the %s pack in %s', (pack, locale) => {
  it('has no English left in it', () => {
    expect(findEnglish(pack, locale, allTexts[pack][locale])).toEqual([]);
  });
});

describe('the checks above', () => {
  it('notice a text that was not translated, a word that was not, and a text in another script', () => {
    const { de, ja } = allTexts.plain;
    const { copied, ...english } = allTexts.plain.en;

    expect(findEnglish('plain', 'de', { ...de, copied })).toEqual([`copied: ${copied}`]);
    expect(findEnglish('plain', 'de', { ...de, copied: 'Bitte try again' })).toHaveLength(1);
    expect(findEnglish('plain', 'ja', { ...ja, copied: 'Kopiert' })).toHaveLength(1);
    expect(leaves(english).filter(([, text]) => ENGLISH.test(text)).length).toBeGreaterThan(30);
    expect(placeholders('{digest} and {digest}')).toEqual(['{digest}', '{digest}']);
  });
});

describe('loadTexts', () => {
  it('loads the classic pack unless another is asked for', async () => {
    expect(await loadTexts('de')).toBe(allTexts.classic.de);
  });

  it.each([
    ['locale', ['de-DE'], 'locale is "de-DE"; accepted: en, de, '],
    ['name of every object', ['constructor'], 'locale is "constructor"; accepted: en, '],
    ['pack', ['de', 'formal'], 'pack is "formal"; accepted: classic, plain'],
    ['pack of every object', ['de', 'toString'], 'pack is "toString"; accepted: classic, plain'],
  ])('refuses a wrong %s', async (_, [locale, pack], message) => {
    const load = loadTexts(locale as 'de', pack as 'plain');

    await expect(load).rejects.toThrow(RangeError);
    await expect(load).rejects.toThrow(message);
  });
});

describe('fillText', () => {
  it('puts in text as it is, where a plain replacement interprets it', () => {
    expect('Digest: {digest}'.replace('{digest}', '$&')).toBe('Digest: {digest}');
    expect(fillText('Digest: {digest}', 'digest', '$&')).toBe('Digest: $&');
  });
});
