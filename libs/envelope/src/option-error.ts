/** Returns the error for an invalid option, in one line. */
export function optionError(name: string, value: unknown, accepted: string): TypeError {
  return new TypeError(`createTunnel: ${name} is ${describe(value)}; accepted is ${accepted}.`);
}

const MAX_SHOWN_LENGTH = 200;

/** Shows a value on one line, without any part that may be a secret. */
function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(withoutSecrets(value).slice(0, MAX_SHOWN_LENGTH));
  if (Array.isArray(value)) return value.length === 0 ? '[]' : 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Removes everything before an `@`, and every run of characters that is long enough to be a key. */
function withoutSecrets(text: string): string {
  return text.replace(/^(\w+:\/\/)?.*@/s, '$1…@').replace(/\w{16,}/g, '…');
}
