// A copy of early/scrub-text.ts, which the tests compare with it: bundlers make a module of its own of what late chunks
// import, which is 50 bytes more in the first load.
/** Characters of a text that are read; the rest is cut off before the regular expressions run. */
const MAX_READ = 8_192;

/** An address with a query or fragment; the first group is what stays. */
const QUERY = /(:\/\/[^\s?#]*)[?#]\S*/g;
/** Groups of capitals and digits, as in card and account numbers; otherwise words and parts of a path. */
const WORD = /[A-Z\d]{4}(?:[ -][A-Z\d]+){2,}|[^\s/]+/g;

/**
 * Returns a text that is safe to send without the SDK's scrubbing. A text over `limit` characters is cut and ends in `...`.
 * Addresses lose their query and fragment. Messages lose each word with an `@` or a `=`, and each word of twelve or more
 * characters with a digit, as tokens have. A short secret after its name (`password: "x"`) stays.
 */
export function scrubText(text: string, isMessage: boolean, limit: number): string {
  let safe = text.slice(0, MAX_READ).replace(QUERY, '$1');
  if (isMessage)
    safe = safe.replace(WORD, (word) => (/[@=]|^(?=.{12}).*\d/.test(word) ? '[Filtered]' : word));
  return text.length > limit ? `${safe.slice(0, limit)}...` : safe;
}
