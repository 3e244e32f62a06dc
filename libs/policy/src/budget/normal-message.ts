import { BETWEEN, DIGIT, kindsOf, QUOTE, SPACE } from './characters.ts';
import { normalWord } from './normal-word.ts';

/** The longest result, in characters. */
const MAX_LENGTH = 200;

/** The longest part of a message that is read, in characters. It may have long ids and addresses. */
const MAX_READ = 2_000;

/** The longest quoted name that can stay, in characters. */
const MAX_NAME = 40;

/** In these the engine quotes names of the code; in others, quoted texts are values. */
const ENGINE_TYPES: ReadonlySet<string> = new Set(['TypeError', 'ReferenceError']);
const ENGINE_WORDS = /^(?:Failed to execute|Cannot find (?:module|package)) '/;
const NAME = /^[A-Za-z_$#<>.@/-]+$/;

const CLOSING: Readonly<Record<string, string>> = { '“': '”', '‘': '’', '«': '»' };
const END_OF_URL = /[\s"'`()<>]/;

const AT = 64;
const COLON = 58;
const BLANK = 32;

/**
 * Returns a message without its values: numbers, ids, e-mail addresses, URLs and quoted texts become placeholders. The messages of
 * one error then are the same. Codes of states and of React stay, and the names that an engine quotes. At most 200 characters; time is
 * linear.
 */
export function normalMessage(type: string, whole: string): string {
  const message = whole.slice(0, MAX_READ);
  const end = message.length;
  const keepsNames = ENGINE_TYPES.has(type) || ENGINE_WORDS.test(message);
  /** The quotes that are not closed in the rest. They are not looked for again. */
  let unclosed = '';
  // A message that begins with a code has it as its state.
  let before = 'status';
  let beforeStart = 0;
  let beforeEnd = 0;
  let result = '';
  /** The beginning of the text that stays as it is and is not in the result yet. */
  let from = 0;
  let at = 0;
  const put = (text: string, next: number): void => {
    result += message.slice(from, at) + text;
    from = next;
    at = next;
  };

  while (at < end && result.length + at - from < MAX_LENGTH) {
    const kinds = kindsOf(message.charCodeAt(at));
    if ((kinds & QUOTE) !== 0) {
      const quote = message.charAt(at);
      const close = unclosed.includes(quote) ? -1 : message.indexOf(CLOSING[quote] ?? quote, at + 1);
      if (close < 0) {
        unclosed += quote;
        at += 1;
        continue;
      }
      const quoted = keepsNames && close - at <= MAX_NAME + 1 ? message.slice(at + 1, close) : '';
      put(NAME.test(quoted) ? `'${quoted}'` : '"…"', close + 1);
    } else if ((kinds & SPACE) !== 0) {
      const next = endOfSpace(message, at, end);
      if (next > at + 1 || message.charCodeAt(at) !== BLANK) put(' ', next);
      else at = next;
    } else if ((kinds & BETWEEN) !== 0) {
      at += 1;
    } else {
      let mustChange = false;
      let stop = at;
      for (; stop < end; stop += 1) {
        const code = message.charCodeAt(stop);
        const found = kindsOf(code);
        if ((found & BETWEEN) !== 0) break;
        if ((found & DIGIT) !== 0 || code === AT) mustChange = true;
      }
      if (message.charCodeAt(stop) === COLON && message.startsWith('//', stop + 1)) {
        put('<url>', endOfUrl(message, stop, end));
      } else if (mustChange) {
        if (beforeEnd > 0) before = message.slice(beforeStart, beforeEnd);
        beforeStart = at;
        beforeEnd = stop;
        put(normalWord(message.slice(at, stop), before), stop);
      } else {
        beforeStart = at;
        beforeEnd = stop;
        at = stop;
      }
    }
  }
  return (result + message.slice(from, at)).slice(0, MAX_LENGTH).trimEnd();
}

function endOfSpace(text: string, at: number, end: number): number {
  let stop = at + 1;
  while (stop < end && (kindsOf(text.charCodeAt(stop)) & SPACE) !== 0) stop += 1;
  return stop;
}

function endOfUrl(text: string, at: number, end: number): number {
  let stop = at;
  while (stop < end && !END_OF_URL.test(text.charAt(stop))) stop += 1;
  return stop;
}
