/** The most characters of an answer: some 15,000 tokens. */
export const MAX_ANSWER_LENGTH = 60_000;

/** Cuts a text at the end of a line, and says so. */
export function withinBound(text: string, max = MAX_ANSWER_LENGTH): string {
  if (text.length <= max) return text;
  const end = text.lastIndexOf('\n', max);
  const kept = text.slice(0, end > 0 ? end : max);
  return `${kept}\n… ${text.length - kept.length} more characters are left out.\n`;
}

/** Takes credentials out of a text: those in URLs, such as the key of a DSN, and Sentry's tokens. */
export const maskKeys = (text: string): string =>
  text
    .replace(/(\b[a-z][\w+.-]{0,30}:\/\/)[^\s/@"'`<>]{1,500}@/gi, '$1…@')
    .replace(/\bsntry[a-z]_[\w+/=.-]{10,}/g, 'sntry…');
