import {
  DESCRIBERS,
  DESCRIPTIONS,
  GLUED,
  KEY_OWNERS,
  KEYS,
  NUMBER_OWNERS,
  NUMBERS,
  PHRASES,
  SECRET_ENDINGS,
  SECRET_NAMES,
  SECRET_PLURALS,
  SECRET_WORDS,
  URL_NAMES,
  WEAK_URL_NAMES,
  WEAK_WORDS,
} from './secret-words.ts';

/** Longest part of a name that is read, in characters. */
const MAX_NAME_LENGTH = 200;

/**
 * Whether the value of a name is a secret: always, unless {@link isHarmless}, unless it is the code of an offer or of an error, or
 * never.
 */
export type NameVerdict = 'secret' | 'unless-harmless' | 'unless-offer' | undefined;

/** Returns the verdict on a name. `inUrl` is true for parameters, headers and cookies, false for properties and variables. */
export type JudgeName = (name: string, inUrl: boolean) => NameVerdict;

/**
 * Creates the judge from the built-in names.
 * @param added - more secret names, in any letter case and with or without separators
 * @param allowed - names that are not secret; they win over built-in and added names
 */
export function createNameJudge(added: readonly string[], allowed: readonly string[]): JudgeName {
  const more = new Set(added.map(compact));
  const never = new Set(allowed.map(compact));
  const judge: JudgeName = (name, inUrl) => {
    const words = wordsOf(name);
    const whole = words.join('');
    if (whole === '' || never.has(whole)) return undefined;
    if (more.has(whole) || SECRET_NAMES.has(whole)) return 'secret';
    if (DESCRIPTIONS.has(words.at(-1) ?? '')) return undefined;
    // A phrase can begin with such a word: `parola d'ordine`.
    const phrase = words.join(' ').search(PHRASES);
    if (phrase !== 0 && words.length > 1 && DESCRIBERS.has(words[0] ?? '')) return undefined;
    if (phrase !== -1 || isSecret(words, whole)) return 'secret';
    if (inUrl ? URL_NAMES.has(whole) : words.some((word) => SECRET_PLURALS.has(word))) return 'secret';
    if (inUrl && whole === 'code') return 'unless-offer';
    return isWeak(words, whole, inUrl) ? 'unless-harmless' : undefined;
  };
  const inUrls = remember((name) => judge(name, true));
  const elsewhere = remember((name) => judge(name, false));
  return (name, inUrl) => (inUrl ? inUrls : elsewhere)(name);
}

function isSecret(words: readonly string[], whole: string): boolean {
  return (
    words.some((word) => SECRET_WORDS.has(word)) ||
    SECRET_ENDINGS.some((ending) => whole.endsWith(ending)) ||
    isOwned(words, KEYS, KEY_OWNERS) ||
    isOwned(words, NUMBERS, NUMBER_OWNERS)
  );
}

function isWeak(words: readonly string[], whole: string, inUrl: boolean): boolean {
  return (
    words.some((word) => WEAK_WORDS.has(word) || SECRET_PLURALS.has(word)) ||
    whole.endsWith('signature') ||
    (inUrl && (WEAK_URL_NAMES.has(whole) || whole.endsWith('session')))
  );
}

/** Most names that are remembered. Beyond it, the memory is cleared. Applications use far fewer. */
const MAX_REMEMBERED = 2_000;

/** Returns a function that computes each answer once. */
export function remember<Answer>(compute: (name: string) => Answer): (name: string) => Answer {
  const known = new Map<string, Answer>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined || known.has(name)) return found as Answer;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const answer = compute(name);
    // Longer texts are not names and would only use memory.
    if (name.length <= MAX_NAME_LENGTH) known.set(name, answer);
    return answer;
  };
}

/** Longest harmless value, in characters. */
const MAX_HARMLESS_LENGTH = 32;

const PLAIN_WORDS = /^(?:\d{1,6}|[a-z]+(?:[-_ ][a-z]+)*|)$/i;
/** Words and numbers with separators, such as `2024-spring` and `BUG-123`. */
const NUMBERED_WORDS =
  /^(?=.*[a-zA-Z]{2})(?:[A-Z]?[a-z]{0,15}|[A-Z]{2,16}|\d{1,6})(?:[-_ .](?:[A-Z]?[a-z]{1,15}|[A-Z]{1,16}|\d{1,6}))+$/;
/** Most digits of such a value. */
const MAX_DIGITS = 6;
/** The beginning of the signature of a function. */
const CALL = /^[a-z_$][\w$]{0,63}\(/i;

/** Returns whether a value is a plain word, a number of up to six digits, both with separators, or source code. */
export function isHarmless(value: string): boolean {
  if (value.length > MAX_HARMLESS_LENGTH) return CALL.test(value);
  return (
    PLAIN_WORDS.test(value) ||
    (NUMBERED_WORDS.test(value) && value.replace(/\D/g, '').length <= MAX_DIGITS) ||
    CALL.test(value)
  );
}

/** Words of an error or an offer, and codes such as `404`, `E11000`, `SPRING24`, `SAVE-10` and `10OFF`. */
const OFFER =
  /^(?:\d{1,5}|(?:[A-Z]?[a-z]{1,15}|[A-Z]{1,16})(?:[-_/.](?:[A-Z]?[a-z]{1,15}|[A-Z]{1,16}))*(?:[-_.]\d{1,4})?|[A-Z]{1,16}(?:20)?\d{1,3}|[A-Z]{1,3}\d{4,5}|\d{1,3}(?:PERCENT)?[A-Z]{2,8})$/;
/** Letters without a vowel, such as in the codes of RFC 8628. */
const NO_WORD = /[B-DF-HJ-NP-TV-XZ]{5}|(?:^|[-_])[B-DF-HJ-NP-TV-XZ]{4}(?:$|[-_])/i;

/** Returns whether the value of `code` in an address is that of an offer or an error, and not of a login. */
export function isOffer(value: string): boolean {
  return value.length <= MAX_HARMLESS_LENGTH && OFFER.test(value) && !NO_WORD.test(value);
}

/** A value that stays under any name: none, a version such as `^1.4.6`, or a path of the file system such as that of `PWD`. */
const NO_VALUE =
  /^(?:(?:true|false|null|undefined|\*|)$|[~^]?\d{1,4}\.\d{1,4}\.\d{1,5}$|[~^]\d{1,4}(?:\.\d{1,4})?$|(?:[A-Z]:\\|\/(?:app|home|mnt|opt|private|root|run|srv|tmp|Users|usr|var|workspace)\/)[\w./\\ -]{0,255}$)/;

/** Returns whether a value stays, by the verdict on its name. */
export function isNoSecret(value: string, verdict: NameVerdict): boolean {
  if (verdict === undefined || NO_VALUE.test(value)) return true;
  if (verdict === 'secret') return false;
  return verdict === 'unless-offer' ? isOffer(value) : isHarmless(value);
}

/** Returns whether a name has one of `nouns` beside one of its `owners`. In English the noun comes last. */
function isOwned(words: readonly string[], nouns: ReadonlySet<string>, owners: ReadonlySet<string>): boolean {
  const last = words.length - 1;
  return words.some(
    (word, at) =>
      nouns.has(word) &&
      (at === last
        ? owners.has(words[at - 1] ?? '')
        : !ENGLISH_NOUN.test(word) && words.slice(at + 1).some((other) => owners.has(other))),
  );
}

/** Nouns that follow the word that they belong to. In `codigo_seguridad` the noun comes first, as in `code_secret`. */
const ENGLISH_NOUN = /^(?:key|number)$/;

function compact(name: string): string {
  return wordsOf(name).join('');
}

/** The words of a name in lower case, without accents. */
function wordsOf(name: string): readonly string[] {
  return plainLetters(decodeAny(name.slice(0, MAX_NAME_LENGTH)))
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(GLUED, (word) => ` ${word.replace(/[^a-z\d]/, '')} `)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Letters without their accents. */
function plainLetters(text: string): string {
  return /[^\0-\x7f]/.test(text)
    ? text
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .replaceAll('ß', 'ss')
    : text;
}

/** Returns the text percent-decoded, as Latin-1 if it is not UTF-8. */
function decodeAny(text: string): string {
  const decoded = decode(text);
  return decoded === text && text.includes('%')
    ? text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : decoded;
}

/** Returns the text percent-decoded, or unchanged if the encoding is invalid. */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
