import { DIGIT, kindsOf, LETTER } from './characters.ts';

/** Words before numbers that tell errors apart: `status code 404`, `HTTP 404`, `React error #418`. */
const BEFORE_CODE: ReadonlySet<string> = new Set([
  'status',
  'Status',
  'code',
  'Code',
  'HTTP',
  'error',
  'NEXT_HTTP_ERROR_FALLBACK',
]);
const CODE = /^#?\d{1,3}$/;
const HEX_ID = /^[\da-f-]{16,}$/i;
const HEX_PIECE = /^(?:0x)?[\da-f]{4,}$/i;
const NUMBER = /^[+-]?\d[\d.]*$/;

/** The shortest random text that is taken for an id, in characters. */
const MIN_ID = 16;

/**
 * Returns a word without its values. `before` is the word before it: after `status` or `HTTP`, a number of at most three digits is a
 * code, and stays.
 */
export function normalWord(word: string, before: string): string {
  const sign = word.indexOf('@');
  if (sign > 0 && word.includes('.', sign + 2)) return '<email>';
  const core = word.replace(/[.!?]{1,3}$/, '');
  const tail = word.slice(core.length);
  if (BEFORE_CODE.has(before) && CODE.test(core)) return word;
  if (NUMBER.test(core)) return `#${tail}`;
  if (/\d/.test(core) && (HEX_ID.test(core) || isRandom(core))) return `<id>${tail}`;
  return core.replace(/[A-Za-z\d]+/g, normalPiece) + tail;
}

/** A random text with letters in both cases, such as a nanoid. */
function isRandom(word: string): boolean {
  return word.length >= MIN_ID && /^[\w-]+$/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word);
}

function normalPiece(piece: string): string {
  let kinds = 0;
  for (let at = 0; at < piece.length; at += 1) kinds |= kindsOf(piece.charCodeAt(at));
  if ((kinds & DIGIT) === 0) return piece;
  if ((kinds & LETTER) === 0 || HEX_PIECE.test(piece)) return '#';
  return piece.length >= MIN_ID ? '<id>' : piece.replace(/\d+/g, '#');
}
