/** What is wrong with the authentication beside an envelope; the names are those of the refusals. */
export type AuthFault = 'auth-multiple' | 'auth-malformed' | 'auth-disagrees';

/** What the authentication rules look at. */
export interface AuthSourcesInput {
  /** Reads a request header by its lower-case name. */
  readonly header: (name: string) => string | null | undefined;
  /** The query string, without or with its question mark. */
  readonly search: string;
  /** The public key of the envelope's DSN. */
  readonly publicKey: string;
}

/** The newest protocol there is; Relay refuses anything above. */
const MAX_VERSION = 7;

/** The most pairs read of one header; an SDK writes five. */
const MAX_PAIRS = 32;

const SENTRY_SCHEME = /^sentry /i;
const BASIC_SCHEME = /^basic /i;
const QUERY_MARK = 'sentry_';

// Relay's `ProjectKey`: 32 characters, which Sentry hands out as hexadecimal.
const GENERATED_KEY = /^[\da-f]{32}$/i;

// `splitn(2, '.')`, then a `u16` (sentry-types `auth.rs`): 2.0 is 2.
const VERSION = /^\+?(\d{1,5})(?:\.|$)/;

/**
 * Checks what a request says of its authentication outside the envelope, after `auth_from_parts` of Relay's
 * `extractors/request_meta.rs`: `X-Sentry-Auth`, `Authorization`, or a query with `sentry_` in it, at most one of them, in
 * form, and for the key of the envelope's own DSN. It authenticates nothing: ingest is shown the configured key alone.
 * @returns `undefined` where nothing is wrong, as where nothing is said
 */
export function checkAuthSources({ header, search, publicKey }: AuthSourcesInput): AuthFault | undefined {
  const sentryAuth = header('x-sentry-auth');
  const authorization = header('authorization');
  // The way of nearly every request.
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

/** `Sentry key=value, key=value`; whatever has no value is passed over. */
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

/** The text before the first mark, or all of it. */
function upTo(mark: string, text: string): string {
  const markAt = text.indexOf(mark);
  return markAt === -1 ? text : text.slice(0, markAt);
}

/** The key, without the flags that may follow it; `undefined` where there is none, or the version is beyond us. */
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
 * The user of basic authentication, if that is a key. A site behind a password has its own users, and browsers send them
 * along with every request; they are not meant for ingest, and are no source.
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
