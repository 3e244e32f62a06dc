import type { SecretMarker } from './secret-marker.ts';

/** The SHA-1 of a commit, which is public. */
const COMMIT = /^[0-9a-f]{40}$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const OPAQUE_CHARACTERS = /^[\w~.+/=-]+$/;
/** Characters of base64 that are encoded in queries. */
const ENCODED_BASE64 = /%(?:2B|2F|3D)/gi;

/** Shortest opaque value, in characters: 128 bits in hexadecimal. */
const MIN_OPAQUE_LENGTH = 32;
/** Shortest run with upper case, lower case and digits. Slugs of words have no such run. */
const MIN_MIXED_RUN = 16;

/** Scripts, style sheets and fonts have a hash of their content in their names. */
const ASSET = /\.(?:m?js|css|map|woff2?|wasm)$/;

/** Returns whether a value looks like a random token: long and without words. UUIDs, commits and assets are not tokens. */
export function isOpaque(value: string): boolean {
  if (value.length < MIN_OPAQUE_LENGTH || ASSET.test(value.slice(-6))) return false;
  const plain = value.includes('%') ? value.replace(ENCODED_BASE64, '+') : value;
  if (!OPAQUE_CHARACTERS.test(plain) || UUID.test(plain) || COMMIT.test(plain)) return false;
  return plain.split(/[^A-Za-z0-9]/).some(isRandomRun);
}

function isRandomRun(run: string): boolean {
  if (run.length < MIN_MIXED_RUN || !/\d/.test(run)) return false;
  const mixed = /[a-z]/.test(run) && /[A-Z]/.test(run);
  return mixed || (run.length >= MIN_OPAQUE_LENGTH && /[A-Za-z]/.test(run));
}

/**
 * Replaces each e-mail address, also with an encoded `@`. `git@…` is the address of a repository. It does not use one pattern, because
 * that would take quadratic time on a long run of letters.
 */
export function replaceEmails(text: string, mark: SecretMarker['mark']): string {
  const at = /@|%40/gi;
  let result = '';
  let copied = 0;
  // The local part starts after the last `@`, so that no character is read twice.
  let earliest = 0;
  for (let match = at.exec(text); match !== null; match = at.exec(text)) {
    const domainStart = match.index + match[0].length;
    const start = localStart(text, match.index, earliest);
    const end = domainEnd(text, domainStart);
    earliest = domainStart;
    if (end === domainStart || /^(?:git)?$/.test(text.slice(start, match.index))) continue;
    result += text.slice(copied, start) + mark('email');
    copied = end;
    earliest = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

function localStart(text: string, from: number, earliest: number): number {
  let start = from;
  while (start > earliest && isLocalCharacter(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** Returns the end of a domain with a top-level part of letters, or `from` if there is none, as in `lib@1.2.3`. */
function domainEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isDomainCharacter(text.charCodeAt(end))) end += 1;
  while (end > from && !isLetter(text.charCodeAt(end - 1)) && !isDigit(text.charCodeAt(end - 1))) end -= 1;
  let labelStart = end;
  while (labelStart > from && isLetter(text.charCodeAt(labelStart - 1))) labelStart -= 1;
  // A package and its version, such as `lib@1.2.3-beta.rc`, or an image of a resolution, such as `logo@2x.png`.
  if (/^\d+(?:\.\d|x\.(?:png|jpg|webp))/.test(text.slice(from, from + 8))) return from;
  const hasTopLevel = end - labelStart >= 2 && labelStart > from + 1 && text[labelStart - 1] === '.';
  return hasTopLevel ? end : from;
}

const HYPHEN = 0x2d;
const DOT = 0x2e;
const FIRST_NON_ASCII = 0x80;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Addresses can have letters beyond ASCII (RFC 6531). */
function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || code >= FIRST_NON_ASCII;
}

function isDomainCharacter(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === HYPHEN || code === DOT;
}

/** Letters, digits, `-`, `.`, `_`, `+`, and `%` of encoded characters. */
function isLocalCharacter(code: number): boolean {
  return isDomainCharacter(code) || code === 0x5f || code === 0x2b || code === 0x25;
}
