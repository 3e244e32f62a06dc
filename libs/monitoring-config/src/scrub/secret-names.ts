/** Words that make a name a secret's wherever they stand in it: `x-amz-security-token`, `user[password]`, `sessionId`. */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  ...['token', 'secret', 'password', 'passwd', 'pwd', 'passphrase', 'passcode', 'otp', 'totp'],
  ...[
    'authorization',
    'bearer',
    'jwt',
    'apikey',
    'privatekey',
    'sid',
    'cookie',
    'cookies',
    'csrf',
    'xsrf',
    'mfa',
  ],
  ...['sig', 'signature', 'saml', 'samlresponse', 'ssn', 'cvv', 'cvc', 'cardnumber', 'creditcard', 'iban'],
]);

/** Names that are a secret's when they are the whole name. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['pass', 'pin', 'usercode', 'symfony']);

/** Words that do so unless the value is a plain word or a small number: `auth=basic`, `session=42`, `credentials=include`. */
const WEAK_WORDS: ReadonlySet<string> = new Set(['auth', 'session', 'credential', 'credentials']);

/** Names that are a secret's in URLs only: OAuth's `code`, a login's `ticket`. Elsewhere a `code` is an error's. */
const URL_NAMES: ReadonlySet<string> = new Set(['code', 'assertion', 'clientassertion']);
const WEAK_URL_NAMES: ReadonlySet<string> = new Set(['key', 'ticket']);

/** Plurals that count something in URLs and events (`max_tokens`), and hold secrets in objects if their values are text. */
const SECRET_PLURALS: ReadonlySet<string> = new Set(['tokens', 'secrets', 'passwords']);

/** Endings of names written without a separator, such as `accesstoken` and `PHPSESSID`. */
const SECRET_ENDINGS = [
  ...['token', 'secret', 'password', 'passwd', 'apikey', 'sessionid', 'sessid', 'signature', 'cardnumber'],
];

/** Words before `key` that make it a secret's; a `sort_key` is none. */
const KEY_OWNERS: ReadonlySet<string> = new Set([
  ...['api', 'access', 'private', 'secret', 'signing', 'encryption', 'license', 'service', 'master'],
  ...['subscription', 'functions', 'auth', 'account', 'shared'],
]);

/** Words before `number` and `code` that make them a secret's. */
const NUMBER_OWNERS: ReadonlySet<string> = new Set([
  'card',
  'account',
  'security',
  'routing',
  'verification',
  'recovery',
  'backup',
]);

/** Last words of names that describe a secret and do not hold it: `token_type`, `cookie_consent`, `session_count`. */
const DESCRIPTIONS: ReadonlySet<string> = new Set([
  ...[
    'type',
    'types',
    'kind',
    'consent',
    'banner',
    'policy',
    'preferences',
    'settings',
    'accepted',
    'enabled',
  ],
  ...[
    'required',
    'expires',
    'expiry',
    'expired',
    'expiration',
    'in',
    'at',
    'ttl',
    'age',
    'lifetime',
    'duration',
    'start',
  ],
  ...[
    'count',
    'counts',
    'length',
    'limit',
    'size',
    'total',
    'usage',
    'used',
    'index',
    'status',
    'error',
    'valid',
    'invalid',
  ],
  ...[
    'version',
    'alg',
    'algorithm',
    'method',
    'scheme',
    'provider',
    'strength',
    'hint',
    'format',
    'field',
    'label',
    'visible',
  ],
  ...[
    'name',
    'url',
    'uri',
    'endpoint',
    'path',
    'domain',
    'scope',
    'scopes',
    'mode',
    'level',
    'reset',
    'changed',
    'attempts',
  ],
]);

/** First words of such names: `has_password`, `max_token`. */
const DESCRIBERS: ReadonlySet<string> = new Set([
  'has',
  'is',
  'no',
  'max',
  'min',
  'num',
  'total',
  'requires',
  'needs',
  'show',
]);

/** Longest part of a name that is looked at, in characters: a name that says what it is says so early. */
const MAX_NAME_LENGTH = 200;

/** How sure a name is: whatever its value, unless the value is harmless (see {@link isHarmless}), or not at all. */
export type NameVerdict = 'secret' | 'unless-harmless' | undefined;

/** Judges a name. `inUrl`: whether it is a parameter's, header's or cookie's, and not a property's or a variable's. */
export type JudgeName = (name: string, inUrl: boolean) => NameVerdict;

/**
 * Creates the judge from the built-in names.
 *
 * @param added - names that are secrets too, in any letter case and with or without separators
 * @param allowed - names that are not, though built in; they win
 */
export function createNameJudge(added: readonly string[], allowed: readonly string[]): JudgeName {
  const more = new Set(added.map(compact));
  const never = new Set(allowed.map(compact));
  const judge: JudgeName = (name, inUrl) => {
    const words = wordsOf(name);
    const whole = words.join('');
    if (whole === '' || never.has(whole)) return undefined;
    if (more.has(whole)) return 'secret';
    if (DESCRIPTIONS.has(words.at(-1) ?? '') || DESCRIBERS.has(words[0] ?? '')) return undefined;
    if (
      words.some((word) => SECRET_WORDS.has(word) || (!inUrl && SECRET_PLURALS.has(word))) ||
      SECRET_NAMES.has(whole) ||
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

/** Most names that are remembered; then it starts again. The events of one application share far fewer. */
const MAX_REMEMBERED = 2_000;

/** Computes an answer once for each name. */
export function remember<Answer>(compute: (name: string) => Answer): (name: string) => Answer {
  const known = new Map<string, Answer>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined || known.has(name)) return found as Answer;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const answer = compute(name);
    // A text that is far longer than a name would be kept alive.
    if (name.length <= MAX_NAME_LENGTH) known.set(name, answer);
    return answer;
  };
}

/** A plain word, or a number of up to six digits: no secret under a name that is one only sometimes. */
export function isHarmless(value: string): boolean {
  return value.length <= 32 && /^(?:\d{1,6}|[a-z]+(?:[-_ ][a-z]+)*|)$/i.test(value);
}

/** Whether a name ends with `noun` behind one of its `owners`. */
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

/** Percent-decoded, or as it is where it is no valid encoding. */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
