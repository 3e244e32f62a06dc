import { createFetchTransport } from './fetch-transport.ts';
import type { ClientAddressRules, ClientIpMode } from './protocol/client-address.ts';
import { parseDsn, type Dsn } from './protocol/dsn.ts';
import { parseIpRange, type IpRange } from './protocol/ip.ts';
import { createDestinations, type Destinations } from './steps/destinations.ts';
import type { IngestTransport } from './steps/ingest-transport.ts';
import type { Outcome } from './steps/outcomes.ts';
import type { Clock } from './steps/watch.ts';

/** How a tunnel is set up. */
export interface TunnelOptions {
  /**
   * The DSNs that may be written to, at least one. They are compared by host, port, path, project and public key;
   * a secret is stripped.
   */
  allowedDsns: readonly string[];
  /** The whole path the tunnel answers at, with or without a trailing slash. Default `/monitoring-tunnel`. */
  path?: string;
  /** Send to this origin instead of the DSN's: a local receiver, or a Relay in front of Sentry. */
  ingestOrigin?: string;
  /** The largest envelope, in bytes as received. Default 200 MiB, as Relay's. */
  maxEnvelopeBytes?: number;
  /**
   * The longest ingest may take to accept the next bytes, or to answer after the last, in milliseconds. Default 10 000.
   */
  ingestTimeoutMs?: number;
  /** Addresses and CIDR blocks of the proxies whose forwarding headers are believed. Default none. */
  trustedProxies?: readonly string[];
  /**
   * How much of the client's address ingest is told: all of it, its network (/24, /48), or a fixed neutral address.
   * Default `full`.
   */
  clientIp?: ClientIpMode;
  /** How envelopes reach ingest. Default: the runtime's `fetch`. */
  transport?: IngestTransport;
  /** Default: the runtime's clock and timers. */
  clock?: Clock;
  /** Is told the fate of each request. What it returns, throws or rejects with is ignored. */
  onOutcome?: (outcome: Outcome) => unknown;
}

/** Checked options, ready for use. */
export interface ResolvedOptions {
  readonly destinations: Destinations;
  readonly path: string;
  readonly maxEnvelopeBytes: number;
  readonly timeoutMs: number;
  readonly clientAddressRules: ClientAddressRules;
  readonly transport: IngestTransport;
  readonly clock: Clock;
  readonly onOutcome: ((outcome: Outcome) => unknown) | undefined;
}

/** Where the SDK of the browser posts to. */
export const DEFAULT_PATH = '/monitoring-tunnel';

/** Relay's `max_envelope_size`. */
export const DEFAULT_MAX_ENVELOPE_BYTES = 200 * 1_024 * 1_024;

/** How long ingest is waited for, in milliseconds. */
export const DEFAULT_INGEST_TIMEOUT_MS = 10_000;

/** The longest delay a timer takes; a longer one would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

const CLIENT_IP_MODES: readonly ClientIpMode[] = ['full', 'truncated', 'none'];

const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (handle) => {
    clearTimeout(handle as ReturnType<typeof setTimeout>);
  },
};

/**
 * Fills in defaults and checks every value.
 * @throws TypeError with one line that names the option, its value and what is accepted
 */
export function resolveOptions({
  allowedDsns,
  path = DEFAULT_PATH,
  ingestOrigin,
  maxEnvelopeBytes = DEFAULT_MAX_ENVELOPE_BYTES,
  ingestTimeoutMs = DEFAULT_INGEST_TIMEOUT_MS,
  trustedProxies = [],
  clientIp = 'full',
  transport = createFetchTransport(),
  clock = SYSTEM_CLOCK,
  onOutcome,
}: TunnelOptions): ResolvedOptions {
  return {
    destinations: createDestinations(readDsns(allowedDsns), readOrigin(ingestOrigin)),
    path: readPath(path),
    maxEnvelopeBytes: readWholeNumber('maxEnvelopeBytes', maxEnvelopeBytes, Number.MAX_SAFE_INTEGER),
    timeoutMs: readWholeNumber('ingestTimeoutMs', ingestTimeoutMs, MAX_TIMER_MS),
    clientAddressRules: {
      mode: readClientIpMode(clientIp),
      trustedProxies: readTrustedProxies(trustedProxies),
    },
    transport,
    clock,
    onOutcome,
  };
}

function readDsns(allowedDsns: unknown): Dsn[] {
  if (!Array.isArray(allowedDsns) || allowedDsns.length === 0) {
    throw optionError('allowedDsns', allowedDsns, 'a list of at least one DSN');
  }
  return allowedDsns.map((text: unknown, index) => {
    const dsn = typeof text === 'string' ? parseDsn(text) : undefined;
    if (dsn !== undefined && isUrl(`${dsn.protocol}://${dsn.host}${dsn.port && `:${dsn.port}`}`)) return dsn;
    throw optionError(`allowedDsns[${index}]`, text, 'a DSN such as https://PUBLIC_KEY@HOST/PROJECT_NUMBER');
  });
}

function readOrigin(ingestOrigin: unknown): string | undefined {
  if (ingestOrigin === undefined) return undefined;
  const url = typeof ingestOrigin === 'string' && isUrl(ingestOrigin) ? new URL(ingestOrigin) : undefined;
  if (url?.href === `${url?.origin}/` && /^https?:$/.test(url.protocol)) return url.origin;
  throw optionError(
    'ingestOrigin',
    ingestOrigin,
    'an http or https origin such as https://relay.example.com',
  );
}

function readPath(path: unknown): string {
  if (typeof path === 'string' && /^\/(?:[^/?#\s][^?#\s]*)?$/.test(path)) return path;
  throw optionError('path', path, 'a path that begins with one slash, without query');
}

function readWholeNumber(name: string, value: unknown, max: number): number {
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max) return value as number;
  throw optionError(name, value, `a whole number from 1 to ${max}`);
}

function readClientIpMode(clientIp: ClientIpMode): ClientIpMode {
  if (CLIENT_IP_MODES.includes(clientIp)) return clientIp;
  throw optionError('clientIp', clientIp, CLIENT_IP_MODES.map((mode) => `'${mode}'`).join(', '));
}

function readTrustedProxies(trustedProxies: unknown): IpRange[] {
  if (!Array.isArray(trustedProxies)) {
    throw optionError('trustedProxies', trustedProxies, 'a list of addresses and CIDR blocks');
  }
  return trustedProxies.map((text: unknown, index) => {
    const range = typeof text === 'string' ? parseIpRange(text) : undefined;
    if (range !== undefined) return range;
    throw optionError(`trustedProxies[${index}]`, text, 'an address or a CIDR block such as 10.0.0.0/8');
  });
}

function isUrl(text: string): boolean {
  return URL.canParse(text);
}

function optionError(name: string, value: unknown, accepted: string): TypeError {
  return new TypeError(`createTunnel: ${name} is ${describe(value)}; accepted is ${accepted}.`);
}

const MAX_SHOWN_LENGTH = 200;

/** Shows a value on one line, without anything in it that may be a secret. */
function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(withoutSecrets(value).slice(0, MAX_SHOWN_LENGTH));
  if (Array.isArray(value)) return value.length === 0 ? '[]' : 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Takes out everything before an `@`, and every run of characters that is long enough to be a key. */
function withoutSecrets(text: string): string {
  return text.replace(/^(\w+:\/\/)?.*@/s, '$1…@').replace(/\w{16,}/g, '…');
}
