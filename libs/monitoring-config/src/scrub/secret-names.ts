/** Words that make a name a secret's wherever they stand in it: `x-amz-security-token`, `user[password]`, `sessionId`. */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  ...['token', 'secret', 'password', 'passwd', 'pwd', 'passphrase', 'passcode', 'credential', 'credentials'],
  ...[
    'auth',
    'authorization',
    'bearer',
    'jwt',
    'apikey',
    'session',
    'sid',
    'cookie',
    'cookies',
    'csrf',
    'xsrf',
  ],
  ...['sig', 'signature', 'otp', 'totp', 'mfa', 'assertion', 'saml', 'samlresponse', 'ssn', 'cvv', 'cvc'],
]);

/** Names that are a secret's when they are the whole name: `code` is OAuth's, `country_code` is nobody's. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['code', 'key', 'pass', 'pin', 'ticket', 'usercode']);

/** Endings of names written without a separator, such as `accesstoken` and `PHPSESSID`. */
const SECRET_ENDINGS = [
  'token',
  'secret',
  'password',
  'passwd',
  'apikey',
  'sessionid',
  'sessid',
  'signature',
];

/** What stands before `key` when the key opens something; a `sort_key` does not. */
const KEY_OWNERS: ReadonlySet<string> = new Set([
  ...['api', 'access', 'private', 'secret', 'signing', 'encryption', 'license', 'service', 'master'],
  ...['subscription', 'functions', 'auth', 'account', 'shared'],
]);

/** Longest part of a name that is looked at, in characters: a name that says what it is says so early. */
const MAX_NAME_LENGTH = 200;

/** Decides whether a parameter, header or cookie of this name holds a secret. */
export type IsSecretName = (name: string) => boolean;

/**
 * Creates the question from the built-in names.
 *
 * @param added - names that are secrets too, in any letter case and with or without separators
 * @param allowed - names that are not, though built in; they win
 */
export function createSecretNames(added: readonly string[], allowed: readonly string[]): IsSecretName {
  const more = new Set(added.map(compact));
  const never = new Set(allowed.map(compact));
  return (name) => {
    const words = wordsOf(name);
    const whole = words.join('');
    if (whole === '' || never.has(whole)) return false;
    return (
      more.has(whole) ||
      SECRET_NAMES.has(whole) ||
      words.some((word) => SECRET_WORDS.has(word)) ||
      SECRET_ENDINGS.some((ending) => whole.endsWith(ending)) ||
      (words.at(-1) === 'key' && words.slice(-2, -1).some((owner) => KEY_OWNERS.has(owner)))
    );
  };
}

function compact(name: string): string {
  return wordsOf(name).join('');
}

function wordsOf(name: string): readonly string[] {
  return decode(name.slice(0, MAX_NAME_LENGTH))
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Percent-decoded, or as it is where it is no valid encoding. */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
