import { createVerifier } from './signature.ts';
import { httpsSource, type PolicyFetch } from './https-source.ts';
import { redisSource, type PolicyRedisKey } from './redis-source.ts';
import type { PolicySource } from './policy-source.ts';

/** The longest pause while a file cannot be read, in milliseconds. */
const LONGEST_PAUSE_MS = 10_000;

/** Hosts that `http:` may name without `insecure`: requests to them do not leave the machine. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** How a source is opened. */
export interface OpenSourceOptions {
  readonly fetch: PolicyFetch;
  readonly insecure: boolean;
}

/**
 * The source for `from`: a path, an address or a key of Redis. Nothing is read yet.
 * @throws TypeError if it is none of them
 */
export function openSource(from: string | URL | PolicyRedisKey, options: OpenSourceOptions): PolicySource {
  if (from instanceof URL) return openUrl(from, options);
  if (typeof from === 'string') {
    if (/^(?:file:|[a-z][a-z\d+.-]+:\/\/)/i.test(from)) return openUrl(parseUrl(from), options);
    if (from === '') throw wrong('empty');
    return fileSource(from);
  }
  const given = from as Partial<PolicyRedisKey> | null | undefined;
  if (typeof given?.get !== 'function' || typeof given.key !== 'string' || given.key === '') {
    throw wrong('neither a text nor an object with `get` and `key`');
  }
  return redisSource(from);
}

/**
 * Checks the place of a document and the key of its signature, without reading it.
 * @throws TypeError if a watch would not begin with them
 */
export function checkPolicySource(from: string | URL | PolicyRedisKey, key?: string): void {
  openSource(from, { fetch: () => Promise.reject(new TypeError('not read')), insecure: false });
  if (key !== undefined) createVerifier(key);
}

function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw wrong('an address that cannot be parsed');
  }
}

function openUrl(url: URL, { fetch, insecure }: OpenSourceOptions): PolicySource {
  if (url.protocol === 'file:') {
    if (url.host !== '') throw wrong('a file: address with a host');
    return fileSource(url);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw wrong(`an address with ${url.protocol}`);
  if (url.protocol === 'http:' && !insecure && !LOCAL_HOSTS.has(url.hostname)) {
    throw wrong('an http: address of another machine; `insecure: true` would allow it');
  }
  if (url.username !== '' || url.password !== '') throw wrong('an address with a password in it');
  return httpsSource(url, fetch);
}

/** Loaded when it is needed: other runtimes have no files. */
function fileSource(from: string | URL): PolicySource {
  return {
    longestPauseMs: LONGEST_PAUSE_MS,
    look: async ({ isSigned }) => (await import('./file-source.ts')).lookAtFile(from, isSigned),
    watch: async (onHint) => (await import('./file-source.ts')).watchFile(from, onHint),
  };
}

const wrong = (found: string): TypeError =>
  new TypeError(
    `watchPolicy: from is ${found}; accepted is a path, a file: or https: address, or { get, key } for Redis.`,
  );
