const OPENERS = '([{';

/** 1 for a letter, a digit, `_`, `-` and `.`. */
const WORD_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Returns whether a part of a text has letters and digits of ASCII, `_`, `-` and `.` alone. */
export function isWord(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (WORD_CHARACTERS[text.charCodeAt(at)] !== 1) return false;
  return true;
}

/** Returns the text with each part between separators changed; the same text if no part changed. */
export function mapParts(text: string, separator: string, change: (part: string) => string): string {
  let result = '';
  let copied = 0;
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf(separator, start);
    const end = found === -1 ? text.length : found;
    const part = text.slice(start, end);
    const changed = change(part);
    if (changed !== part) {
      result += text.slice(copied, start) + changed;
      copied = end;
    }
    start = end + 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Returns where a URL starts in a word of prose: at a scheme, a slash or a query, or at a relative address with a query. */
export function urlStart(word: string): number | undefined {
  let first = 0;
  while (first < word.length && OPENERS.includes(word.charAt(first))) first += 1;
  if ('/?#'.includes(word.charAt(first))) return first < word.length ? first : undefined;
  const mark = word.indexOf('?');
  const scheme = word.indexOf('://');
  if (scheme !== -1 && (mark === -1 || scheme < mark)) return schemeStart(word, scheme);
  return mark !== -1 && word.includes('=', mark) ? first : undefined;
}

function schemeStart(word: string, end: number): number {
  let start = end;
  while (start > 0 && /[a-z\d+.-]/i.test(word.charAt(start - 1))) start -= 1;
  return start;
}
