/** At least as long as the shortest key a Sentry hands out, and longer than the words people write. */
const KEY_LIKE = /[0-9a-f]{24,}|\w{30,}/gi;

/**
 * Shows a text without what stands before an `@` in it, as the credentials of a URL or DSN do, and without anything long enough to be a key. What is
 * printed passes through here, whoever wrote it.
 */
export function redact(text: string): string {
  return text.replace(/[^\s,"'<>/]*@/g, '…@').replace(KEY_LIKE, '…');
}

/** As {@link redact}, for a value of the configuration: what stands before an `@` may be a key without its scheme. */
export function redactSetting(value: string): string {
  return value
    .split(',')
    .map((part) => redact(part.replace(/^(\s*\w+:\/\/)?.*@/s, '$1…@')))
    .join(',');
}
