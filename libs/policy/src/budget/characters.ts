/** Kinds of ASCII characters, as bits that can be joined. */
export const DIGIT = 1;
/** A letter of hexadecimal numbers. */
export const HEX = 2;
export const LOWER = 4;
export const UPPER = 8;
/** The signs between words. Slashes and colons too, but not the signs inside of names, ids and numbers. */
export const BETWEEN = 16;
export const SPACE = 32;
/** A quotation mark. An apostrophe is one at the beginning of a word. */
export const QUOTE = 64;
export const LETTER = LOWER | UPPER;

const KINDS = new Uint8Array(128);

const OTHERS: ReadonlyMap<number, number> = new Map([
  ...['\u00a0', '\u2028', '\u2029', '\u202f'].map((space) => [space.charCodeAt(0), BETWEEN | SPACE] as const),
  ...['“', '‘', '«'].map((quote) => [quote.charCodeAt(0), BETWEEN | QUOTE] as const),
]);

const mark = (characters: string, kind: number): void => {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    KINDS[code] = (KINDS[code] as number) | kind;
  }
};
mark('0123456789', DIGIT);
mark('abcdefABCDEF', HEX);
mark('abcdefghijklmnopqrstuvwxyz', LOWER);
mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', UPPER);
mark('()[]{}<>,;|=:/\\"`', BETWEEN);
mark(' \t\n\r\v\f', BETWEEN | SPACE);
mark('"\'`', QUOTE);

/** Returns the kinds of a character, by its code. 0 for other signs. Of what is not ASCII, it knows spaces and quotation marks. */
export function kindsOf(code: number): number {
  return code < 128 ? (KINDS[code] as number) : (OTHERS.get(code) ?? 0);
}
