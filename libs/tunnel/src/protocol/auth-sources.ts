/** A fault in the authentication beside an envelope, named as its refusal. */
export type AuthFault = 'auth-multiple' | 'auth-malformed' | 'auth-disagrees';

/** The parts of a request that can carry authentication. */
export interface AuthSourcesInput {
  /** Reads a request header by its lower-case name. */
  readonly header: (name: string) => string | null | undefined;
  /** The query string, without or with its question mark. */
  readonly search: string;
  /** The public key of the envelope's DSN. */
  readonly publicKey: string;
}

/** The newest protocol version. Relay refuses later ones. */
const MAX_VERSION = 7;

/** The most pairs that are read from one header. SDKs write five. */
const MAX_PAIRS = 32;

const SENTRY_SCHEME = /^sentry /i;
const BASIC_SCHEME = /^basic /i;
const QUERY_MARK = 'sentry_';

// Relay's `ProjectKey`: 32 characters, which Sentry hands out as hexadecimal.
const GENERATED_KEY = /^[\da-f]{32}$/i;

// `splitn(2, '.')`, then a `u16` (sentry-types `auth.rs`): 2.0 is 2.
const VERSION = /^\+?(\d{1,5})(?:\.|$)/;

/**
 * Checks the authentication outside the envelope, after `auth_from_parts` of Relay's `extractors/request_meta.rs`. A
 * request may have one source: `X-Sentry-Auth`, `Authorization`, or a query that contains `sentry_`. It must be valid and
 * name the key of the envelope's DSN. It grants nothing: the tunnel sends only the configured key to ingest.
 * @returns `undefined` if there is no fault, or no authentication
 */
export function checkAuthSources({ header, search, publicKey }: AuthSourcesInput): AuthFault | undefined {
  const sentryAuth = header('x-sentry-auth');
  const authorization = header('authorization');
  // Nearly every request ends here.
  if (sentryAuth == null && authorization == null && !search.includes(QUERY_MARK)) return undefined;

  let key: string | undefined;
  if (sentryAuth != null && SENTRY_SCHEME.test(sentryAuth)) {
    key = readKey(readPairs(sentryAuth));
    if (key === undefined) return 'auth-malformed';
  }
  if (authorization != null && SENTRY_SCHEME.test(authorization)) {
    if (key !== undefined) return 'auth-multiple';
    key = readKey(readPairs(authorization));
    if (key === undefined) return 'auth-malformed';
  }
  const basicKey = authorization == null ? undefined : readBasicKey(authorization, publicKey);
  if (basicKey !== undefined) {
    if (key !== undefined) return 'auth-multiple';
    key = basicKey;
  }
  if (search.includes(QUERY_MARK)) {
    if (key !== undefined) return 'auth-multiple';
    key = readKey(new URLSearchParams(search));
    if (key === undefined) return 'auth-malformed';
  }
  return key === undefined || key === publicKey ? undefined : 'auth-disagrees';
}

/** Reads `Sentry key=value, key=value`. Entries without a value are ignored. */
function readPairs(value: string): readonly (readonly [name: string, value: string])[] {
  return value
    .slice('sentry '.length)
    .split(',', MAX_PAIRS)
    .filter((item) => item.includes('='))
    .map((item) => {
      const name = upTo('=', item);
      return [name.trim(), upTo('=', item.slice(name.length + 1)).trim()];
    });
}

/** The text before the first mark; the whole text without one. */
function upTo(mark: string, text: string): string {
  const markAt = text.indexOf(mark);
  return markAt === -1 ? text : text.slice(0, markAt);
}

/** The key without the flags that may follow it; `undefined` if it is missing or the version is not supported. */
function readKey(pairs: Iterable<readonly [name: string, value: string]>): string | undefined {
  let key = '';
  for (const [name, value] of pairs) {
    if (name === 'sentry_key') key = upTo(':', value);
    else if (name === 'sentry_version' && !isSupportedVersion(value)) return undefined;
  }
  return key === '' ? undefined : key;
}

function isSupportedVersion(text: string): boolean {
  const version = VERSION.exec(text)?.[1];
  return version !== undefined && Number(version) <= MAX_VERSION;
}

/**
 * The user of basic authentication if it has the form of a key. On a site behind a password, browsers send the visitor's
 * own user with every request. Such a user is ignored.
 */
function readBasicKey(authorization: string, publicKey: string): string | undefined {
  if (!BASIC_SCHEME.test(authorization)) return undefined;
  const credentials = decodeBase64(authorization.slice('basic '.length));
  if (credentials?.includes(':') !== true) return undefined;
  const user = upTo(':', credentials);
  return user === publicKey || GENERATED_KEY.test(user) ? user : undefined;
}

function decodeBase64(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}
