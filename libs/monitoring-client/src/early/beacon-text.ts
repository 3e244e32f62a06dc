/** Characters of a text that are looked at. */
const MAX_READ = 8_192;

// What may hold secrets in an address.
const QUERY = /(:\/\/[^\s?#]*)[?#]\S*/g;
// Groups of capitals and digits, as of cards and accounts, and words, among which the parts of a path.
const WORD = /[A-Z\d]{4}(?:[ -][A-Z\d]+){2,}|[^\s/]+/g;

/**
 * A text of an event as the beacon may send it, in `limit` characters; a longer one ends in `...` then. Every text comes
 * through here, as the SDK's scrubbing does not see it. Addresses lose their query and fragment. Messages lose each word with
 * an `@` or a `=`, and each word of twelve characters with a digit, as tokens have. That removes more than the SDK's
 * scrubbing, in a fraction of its size. Only a short secret in quotes behind its name (`password: "x"`) stays.
 */
export function toBeaconText(text: string, isMessage: boolean, limit: number): string {
  let safe = text.slice(0, MAX_READ).replace(QUERY, '$1');
  if (isMessage)
    safe = safe.replace(WORD, (word) =>
      /[@=]/.test(word) || (word.length > 11 && /\d/.test(word)) ? '[Filtered]' : word,
    );
  return text.length > limit ? `${safe.slice(0, limit)}...` : safe;
}
