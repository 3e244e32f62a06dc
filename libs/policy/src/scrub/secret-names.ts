/** A set of words. One text is shorter in the bundle than many. */
const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that make a name secret, anywhere in the name: `x-amz-security-token`, `user[password]`, `sessionId`. */
const SECRET_WORDS: ReadonlySet<string> = setOf(
  'token secret password passwd pwd passphrase passcode otp totp authorization bearer jwt apikey ' +
    'privatekey sid cookie cookies csrf xsrf mfa sig signature saml samlresponse ssn cvv cvc ' +
    'cardnumber creditcard iban',
);

/** Names that are secret as a whole. OpenID Connect's `id_token_hint` is a token, although its last word describes one. */
const SECRET_NAMES: ReadonlySet<string> = setOf('pass pin usercode symfony idtokenhint');

/** Words that make a name secret unless the value is a plain word or a small number: `auth=basic`, `session=42`, `credentials=include`. */
const WEAK_WORDS: ReadonlySet<string> = setOf('auth session credential credentials');

/** Names that are secret in URLs only: OAuth's `code`, a login's `ticket`. Elsewhere `code` is usually an error code. */
const URL_NAMES: ReadonlySet<string> = setOf('code assertion clientassertion');
const WEAK_URL_NAMES: ReadonlySet<string> = setOf('key ticket');

/** Plurals that are counts in URLs, and secrets in objects if the values are texts. */
const SECRET_PLURALS: ReadonlySet<string> = setOf('tokens secrets passwords');

/** Endings of names written without a separator, such as `accesstoken` and `PHPSESSID`. */
const SECRET_ENDINGS = [
  ...['token', 'secret', 'password', 'passwd', 'apikey', 'sessionid', 'sessid', 'signature', 'cardnumber'],
];

/** Words before `key` that make it secret. A `sort_key` is not. */
const KEY_OWNERS: ReadonlySet<string> = setOf(
  'api access private secret signing encryption license service master subscription functions auth ' +
    'account shared',
);

/** Words before `number` and `code` that make them secret. */
const NUMBER_OWNERS: ReadonlySet<string> = setOf(
  'card account security routing verification recovery backup',
);

/** Last words of names that describe a secret and do not contain it: `token_type`, `cookie_consent`, `session_count`. */
const DESCRIPTIONS: ReadonlySet<string> = setOf(
  'type types kind consent banner policy preferences settings accepted enabled required expires ' +
    'expiry expired expiration in at ttl age lifetime duration start count counts length limit size ' +
    'total usage used index status error valid invalid version alg algorithm method scheme provider ' +
    'strength hint format field label visible name url uri endpoint path domain scope scopes mode ' +
    'level reset changed attempts',
);

/** First words of such names: `has_password`, `max_token`. */
const DESCRIBERS: ReadonlySet<string> = setOf('has is no max min num total requires needs show');

/** Longest part of a name that is read, in characters. */
const MAX_NAME_LENGTH = 200;

/** Whether the value of a name is a secret: always, unless {@link isHarmless}, or never. */
export type NameVerdict = 'secret' | 'unless-harmless' | undefined;

/** Returns the verdict on a name. `inUrl` is true for parameters, headers and cookies, false for properties and variables. */
export type JudgeName = (name: string, inUrl: boolean) => NameVerdict;

/**
 * Creates the judge from the built-in names.
 * @param added - more secret names, in any letter case and with or without separators
 * @param allowed - names that are not secret; they win over built-in and added names
 */
export function createNameJudge(added: readonly string[], allowed: readonly string[]): JudgeName {
  const more = new Set(added.map(compact));
  const never = new Set(allowed.map(compact));
  const judge: JudgeName = (name, inUrl) => {
    const words = wordsOf(name);
    const whole = words.join('');
    if (whole === '' || never.has(whole)) return undefined;
    if (more.has(whole) || SECRET_NAMES.has(whole)) return 'secret';
    if (DESCRIPTIONS.has(words.at(-1) ?? '') || DESCRIBERS.has(words[0] ?? '')) return undefined;
    if (
      words.some((word) => SECRET_WORDS.has(word) || (!inUrl && SECRET_PLURALS.has(word))) ||
      SECRET_ENDINGS.some((ending) => whole.endsWith(ending)) ||
      isOwned(words, 'key', KEY_OWNERS) ||
      isOwned(words, 'number', NUMBER_OWNERS) ||
      isOwned(words, 'code', NUMBER_OWNERS) ||
      (inUrl && URL_NAMES.has(whole))
    )
      return 'secret';
    const isWeak = words.some((word) => WEAK_WORDS.has(word)) || (inUrl && WEAK_URL_NAMES.has(whole));
    return isWeak ? 'unless-harmless' : undefined;
  };
  const inUrls = remember((name) => judge(name, true));
  const elsewhere = remember((name) => judge(name, false));
  return (name, inUrl) => (inUrl ? inUrls : elsewhere)(name);
}

/** Most names that are remembered. Beyond it, the memory is cleared. Applications use far fewer. */
const MAX_REMEMBERED = 2_000;

/** Returns a function that computes each answer once. */
export function remember<Answer>(compute: (name: string) => Answer): (name: string) => Answer {
  const known = new Map<string, Answer>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined || known.has(name)) return found as Answer;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const answer = compute(name);
    // Longer texts are not names and would only use memory.
    if (name.length <= MAX_NAME_LENGTH) known.set(name, answer);
    return answer;
  };
}

/** Returns whether a value is a plain word or a number of up to six digits. */
export function isHarmless(value: string): boolean {
  return value.length <= 32 && /^(?:\d{1,6}|[a-z]+(?:[-_ ][a-z]+)*|)$/i.test(value);
}

/** Returns whether a name ends with `noun` after one of its `owners`. */
function isOwned(words: readonly string[], noun: string, owners: ReadonlySet<string>): boolean {
  return words.at(-1) === noun && owners.has(words.at(-2) ?? '');
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

/** Returns the text percent-decoded, or unchanged if the encoding is invalid. */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
