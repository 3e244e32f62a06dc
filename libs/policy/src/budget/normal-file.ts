import { DIGIT, HEX, kindsOf, LETTER, LOWER, UPPER } from './characters.ts';

/** The number of folders that are read, the file's name included. Those before them depend on the machine. */
const MAX_SEGMENTS = 4;

/** The longest part of an address that is read, in characters. */
const MAX_LENGTH = 500;

/** Hashes of bundlers that write base 64, such as `index-C_q-9aXZ.js`. */
const BASE_64_HASH = 8;

/** The number of names that are remembered, each of at most 200 characters. Most errors come from the same few files. */
const MAX_KNOWN = 500;
const MAX_KNOWN_LENGTH = 200;
const known = new Map<string, string>();

const SLASH = 47;
const BACKSLASH = 92;

/**
 * Returns the name of a frame's file as it stays from one release to the next: without origin, query, hashes and numbers, and at most
 * its last three folders. Slashes divide it on every system.
 */
export function normalFile(filename: string): string {
  const found = known.get(filename);
  if (found !== undefined) return found;
  const normal = readFile(filename);
  if (known.size >= MAX_KNOWN) known.clear();
  if (filename.length <= MAX_KNOWN_LENGTH) known.set(filename, normal);
  return normal;
}

function readFile(filename: string): string {
  const path = withoutHash(pathOf(filename));
  const from = lastSegments(path);
  let result = '';
  let start = from;
  let kinds = 0;
  let isHex = true;
  for (let at = from; at <= path.length; at += 1) {
    const code = path.charCodeAt(at);
    const kind = kindsOf(code);
    if ((kind & (DIGIT | LETTER)) !== 0) {
      kinds |= kind;
      isHex &&= (kind & (DIGIT | HEX)) !== 0;
      continue;
    }
    result += pieceOf(path.slice(start, at), kinds, isHex);
    if (at < path.length) result += code === BACKSLASH ? '/' : path.charAt(at);
    start = at + 1;
    kinds = 0;
    isHex = true;
  }
  return result;
}

/** Numbers and hashes are left out, and the digits of other names. */
function pieceOf(piece: string, kinds: number, isHex: boolean): string {
  if ((kinds & DIGIT) === 0) return piece;
  if ((kinds & LETTER) === 0 || (isHex && piece.length >= 4) || piece.length >= 8) return '';
  return piece.replace(/\d+/g, '');
}

/** The part after the origin, up to the query. */
function pathOf(filename: string): string {
  const cut = filename.length > MAX_LENGTH ? filename.slice(0, MAX_LENGTH) : filename;
  const origin = cut.indexOf('://');
  const slash = origin < 0 ? -1 : cut.indexOf('/', origin + 3);
  if (origin >= 0 && slash < 0) return '';
  const start = slash + 1;
  const end = cut.slice(start).search(/[?#]/);
  return end < 0 ? cut.slice(start) : cut.slice(start, start + end);
}

/** Where the last {@link MAX_SEGMENTS} begin. */
function lastSegments(path: string): number {
  let left = MAX_SEGMENTS;
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const code = path.charCodeAt(at);
    if (code === SLASH || code === BACKSLASH) left -= 1;
    if (left === 0) return at + 1;
  }
  return 0;
}

/** Takes a hash in base 64 from the end of the file's name; such hashes may have dashes. One without digits and capitals stays. */
function withoutHash(path: string): string {
  const dot = path.lastIndexOf('.');
  const start = dot - BASE_64_HASH;
  if (start < 1 || !'-._'.includes(path.charAt(start - 1))) return path;
  let kinds = 0;
  for (let at = start; at < dot; at += 1) {
    const character = path.charAt(at);
    const kind = kindsOf(character.charCodeAt(0)) & (DIGIT | LETTER);
    if (kind === 0 && character !== '-' && character !== '_') return path;
    kinds |= kind;
  }
  const isRandom = (kinds & DIGIT) !== 0 || (kinds & LETTER) === (LOWER | UPPER);
  return isRandom ? path.slice(0, start) + path.slice(dot) : path;
}
