import { escapeHtml } from '@adit/common';
import type { ScreenDescription } from '@adit/fallback-ui';
import { toLatin } from './latin.ts';

/** A screen in the language in which the build has rendered it, and in that of a visitor. */
export interface Translation {
  /** The name of the screen in the data. */
  readonly name: string;
  readonly from: ScreenDescription;
  readonly to: ScreenDescription;
}

/** Texts to replace, in their order on the screen. */
type Swaps = readonly (readonly [from: string, to: string])[];

/** The most bytes between the beginning of a screen and the end of its texts. */
const MOST_BYTES = 16 * 1024;

const MAIN = '<main class="adit-fallback"';

/** Whether a document has a screen. */
export const hasScreen = (text: string): boolean => text.includes(MAIN);

/**
 * Translates a screen in a whole document, in its HTML and in the data with which React hydrates it. The two must agree: React would
 * warn, and render again. `undefined` if not all texts are found.
 */
export function translateDocument(text: string, translation: Translation): string | undefined {
  const data = translateData(text, translation);
  return data === undefined ? undefined : translateMarkup(data, translation);
}

/** Translates a screen in the data of a document. `undefined` if not all texts are there. */
export function translateData(text: string, { name, from, to }: Translation): string | undefined {
  const lang = `\\"name\\":\\"${name}\\",\\"lang\\":`;
  const swaps: Swaps = [
    [lang + inData(from.lang), lang + inData(to.lang)],
    [languageInData(from), languageInData(to)],
    ...textsOf(from, to).map(([one, other]) => [inData(one), inData(other)] as const),
  ];
  const translated = swapAll(text, swaps);
  // Titles are elsewhere too: Next renders those of the metadata.
  return translated?.replace(
    new RegExp(
      `(\\\\"title\\\\",(?:null|\\\\"\\d+\\\\"),\\{\\\\"children\\\\":)${escapeRegExp(inData(from.title).slice(0, -2))}`,
      'g',
    ),
    (_, before: string) => before + inData(to.title).slice(0, -2),
  );
}

function translateMarkup(text: string, { from, to }: Translation): string | undefined {
  const swaps: Swaps = [
    [`${MAIN}${languageInMarkup(from)}`, `${MAIN}${languageInMarkup(to)}`],
    ...textsOf(from, to).map(([one, other]) => [inMarkup(one), inMarkup(other)] as const),
  ];
  return swapInOrder(text, swaps)?.replaceAll(
    `<title>${inMarkup(from.title)}`,
    () => `<title>${inMarkup(to.title)}`,
  );
}

/** The texts of both, as React renders them one after the other. */
function textsOf(from: ScreenDescription, to: ScreenDescription): Swaps {
  const list = ({ heading, impact, advice, search, actions, help, code }: ScreenDescription): string[] => [
    heading,
    impact,
    advice,
    ...(search ? [search.label, search.label, search.button] : []),
    ...[...actions, ...help].map(({ label }) => label),
    ...(code === undefined ? [] : [code]),
  ];
  const others = list(to);
  return list(from).map((text, index) => [text, others[index] ?? text]);
}

/** Replaces the texts wherever the first one is. `undefined` if one is missing, or if there is no first one. */
function swapAll(text: string, swaps: Swaps): string | undefined {
  const [[first] = ['']] = swaps;
  const starts = text.split(first).length - 1;
  let translated: string | undefined = starts === 0 ? undefined : text;
  // Each round takes the next one: those before it have another language.
  for (let left = starts; left > 0 && translated !== undefined; left -= 1) {
    translated = swapInOrder(translated, swaps);
  }
  return translated;
}

/** Replaces each text once, each after the one before. `undefined` if one is missing. */
function swapInOrder(text: string, swaps: Swaps): string | undefined {
  const parts: string[] = [];
  let end = 0;
  let latest = text.length;
  for (const [from, to] of swaps) {
    const start = text.indexOf(from, end);
    if (start < 0 || start > latest) return undefined;
    if (parts.length === 0) latest = start + MOST_BYTES;
    parts.push(text.slice(end, start), to);
    end = start + from.length;
  }
  return parts.join('') + text.slice(end);
}

/** As React escapes text and attributes. */
const inMarkup = (text: string): string => toLatin(escapeHtml(text));

/** As Next writes a string of the data: JSON in JSON in a script. */
const inData = (text: string): string =>
  toLatin(
    JSON.stringify(JSON.stringify(text))
      .slice(1, -1)
      .replace(
        /[&<>\u2028\u2029]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
  );

const languageInMarkup = ({ lang, dir }: ScreenDescription): string => ` lang="${lang}" dir="${dir}"`;
const languageInData = ({ lang, dir }: ScreenDescription): string =>
  `\\"lang\\":${inData(lang)},\\"dir\\":${inData(dir)}`;

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
