import { refusal, type Refusal } from '../outcome/outcomes.ts';

/** The parts of a request at the API door that can carry its public key. */
export interface ApiKeySources {
  /** Reads a request header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** The query, without its question mark. */
  readonly search: string;
}

const QUERY_MARK = 'sentry_';
const KEY = 'sentry_key';

/** The most pairs that are read from one header. SDKs write five. */
const MAX_PAIRS = 32;

/**
 * Reads the public key of a request. It may have one source: `X-Sentry-Auth`, `Authorization`, or a query that contains
 * `sentry_`, as for Relay (`auth_from_parts` in `extractors/request_meta.rs`).
 * @param isKey whether a text is a configured key: basic authentication may name a visitor, on a site behind a password
 * @returns no key if there is no source
 */
export function readApiKey(
  { header, search }: ApiKeySources,
  isKey: (text: string) => boolean,
): { readonly key: string | undefined } | Refusal {
  const authorization = header('authorization');
  const keys = [
    keyOfPairs(header('x-sentry-auth')),
    keyOfPairs(authorization),
    keyOfUser(authorization, isKey),
    search.includes(QUERY_MARK) ? (new URLSearchParams(search).get(KEY) ?? '') : undefined,
  ].filter((key) => key !== undefined);
  if (keys.length > 1) return refusal('auth-multiple');
  // Flags may follow the key after a colon.
  const key = keys[0]?.split(':', 1)[0];
  return key === '' ? refusal('auth-malformed') : { key };
}

/** The key of `Sentry sentry_key=…, …`: empty if there is none; `undefined` for any other scheme. */
function keyOfPairs(value: string | undefined): string | undefined {
  const pairs = /^sentry (.*)$/i.exec(value ?? '')?.[1];
  return pairs === undefined
    ? undefined
    : (pairs
        .split(',', MAX_PAIRS)
        .map((pair) => pair.split('=').map((part) => part.trim()))
        .find(([name]) => name === KEY)?.[1] ?? '');
}

/** The user of basic authentication, if it is a key. */
function keyOfUser(value: string | undefined, isKey: (text: string) => boolean): string | undefined {
  const credentials = /^basic (.*)$/i.exec(value ?? '')?.[1];
  try {
    const user = credentials === undefined ? '' : (atob(credentials).split(':', 1)[0] ?? '');
    return isKey(user) ? user : undefined;
  } catch {
    return undefined;
  }
}
