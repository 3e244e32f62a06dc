/** As long as Sentry's shortest keys, and longer than ordinary words. */
const KEY_LIKE = /[0-9a-f]{24,}|\w{30,}/gi;

/**
 * Removes credentials from a text: everything before an `@`, as in a URL or DSN, and every word long enough to be a
 * key. All output of the server passes through this function.
 */
export function redact(text: string): string {
  return text.replace(/[^\s,"'<>/]*@/g, '…@').replace(KEY_LIKE, '…');
}

/**
 * {@link redact} for a value of the configuration, which may be a DSN without its scheme, a list, or an address of Redis with
 * commas in its password or its list of hosts.
 */
export function redactSetting(value: string): string {
  return value
    .replace(/^(\s*[\w+]+:\/\/)[^@]*,[^@]*@/s, '$1…@')
    .split(',')
    .map((part) => redact(part.replace(/^(\s*[\w+]+:\/\/)?.*@/s, '$1…@')))
    .join(',')
    .replace(/(sentinelPassword=)[^&]*/i, '$1…');
}
