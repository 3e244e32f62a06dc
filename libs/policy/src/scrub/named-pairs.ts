import { FILTERED, type SecretMarker } from './secret-marker.ts';
import { isNoSecret, type JudgeName } from './secret-names.ts';

/** Longest name that is read, in characters. */
const MAX_NAME_LENGTH = 64;

/** 1 for a character of a name, 2 for a quote or the backslash before one. */
const CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/["'`\\]/.test(character)) return 2;
  return /[\w.$%[\]-]/.test(character) ? 1 : 0;
});

/** The sign between a name and its value. After a colon only quotes and numbers are values. */
const SIGNS = /=|:(?=\s?["'`\\\d])/g;
/** The end of a value without quotes. */
const VALUE_END = /[\s&;,"'`<>(){}\]\\]|$/g;

/**
 * Replaces the values of secret names in prose: `password=…`, `"token": "…"`, `apiKey: '…'`, also with escaped quotes (JSON in JSON)
 * and in a text that is cut off. The time is proportional to the text.
 */
export function replaceNamedPairs(text: string, judgeName: JudgeName, mark: SecretMarker['mark']): string {
  let result = '';
  let copied = 0;
  SIGNS.lastIndex = 0;
  while (SIGNS.test(text)) {
    const sign = SIGNS.lastIndex - 1;
    const nameEnd = skipQuotes(text, sign);
    const name = nameBefore(text, nameEnd);
    const verdict = name === '' ? undefined : judgeName(name, false);
    if (verdict === undefined) continue;
    const range = valueAfter(text, sign + 1, text.charAt(sign) === '=' || nameEnd < sign);
    if (range === undefined || range[0] < copied) continue;
    const value = text.slice(...range);
    if (isNoSecret(value, verdict) || text.startsWith(FILTERED, range[0])) continue;
    result += text.slice(copied, range[0]) + mark('name');
    copied = range[1];
    SIGNS.lastIndex = copied;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Returns the end of the name before a sign. A space and up to four quotes may be between them. */
function skipQuotes(text: string, sign: number): number {
  let end = text.charAt(sign - 1) === ' ' ? sign - 1 : sign;
  for (const first = end - 4; end > 0 && end > first && CHARACTERS[text.charCodeAt(end - 1)] === 2;) end -= 1;
  return end;
}

/** Letters beyond ASCII are those of other languages: `contraseña=`. */
const isNameCharacter = (code: number): boolean =>
  CHARACTERS[code] === 1 || (code >= FIRST_LETTER && code < FIRST_SIGN);

/** Latin letters with accents, and accents of their own: from `À` to before Greek. */
const FIRST_LETTER = 0xc0;
const FIRST_SIGN = 0x370;

function nameBefore(text: string, end: number): string {
  let start = end;
  const first = end - MAX_NAME_LENGTH;
  while (start > 0 && start > first && isNameCharacter(text.charCodeAt(start - 1))) start -= 1;
  return text.slice(start, end);
}

/** Returns the range of the value after a sign. Without quotes it must follow `=`, or be a number after a quoted name. */
function valueAfter(text: string, from: number, mayBeBare: boolean): [number, number] | undefined {
  const quoteStart = text.charAt(from) === ' ' ? from + 1 : from;
  let at = quoteStart;
  while (text.charAt(at) === '\\' && at - quoteStart < 3) at += 1;
  if (/["'`]/.test(text.charAt(at))) {
    const delimiter = text.slice(quoteStart, at + 1);
    return [at + 1, closing(text, at + 1, delimiter)];
  }
  const isNumber = /\d/.test(text.charAt(quoteStart));
  if (!mayBeBare || at !== quoteStart || (quoteStart !== from && !isNumber) || text.charAt(at) === '=')
    return undefined;
  VALUE_END.lastIndex = at;
  return [at, VALUE_END.exec(text)?.index ?? text.length];
}

/** Returns the index of the closing delimiter, or the end of a text that is cut off. */
function closing(text: string, from: number, delimiter: string): number {
  for (let at = text.indexOf(delimiter, from); at !== -1; at = text.indexOf(delimiter, at + 1))
    if (text.charAt(at - 1) !== '\\' || delimiter.startsWith('\\')) return at;
  return text.length;
}
