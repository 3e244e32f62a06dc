import { createFetchTransport } from './fetch-transport.ts';
import type { Fault } from './guard/faults.ts';
import type { ClientIpMode } from './protocol/client-address.ts';
import { parseDsn } from './protocol/dsn.ts';
import { parseIpRange, type IpRange } from './protocol/ip.ts';
import { parseOrigin, type AllowedOrigins } from './protocol/origin.ts';
import { DEFAULT_BACK_OFF_MS } from './protocol/read-rate-limits.ts';
import { parseUrl } from './protocol/url.ts';
import type { Decoders } from './envelope/decoder.ts';
import { createDestinations, type ConfiguredDsn, type Destinations } from './request/destinations.ts';
import type { IngestTransport } from './send/ingest-transport.ts';
import type { OutcomeDetail, StoredOutcome } from './outcome/outcome-detail.ts';
import type { Outcome } from './outcome/outcomes.ts';
import type { Clock } from './clock/clock.ts';
import { SYSTEM_CLOCK } from './clock/system-clock.ts';
import { optionError } from './option-error.ts';
import { readFunction, readObject, readWholeNumber } from './read-option.ts';
import { createMemoryLimits } from './stores/memory-limits.ts';
import type { LimitStore, SpoolStore, ThrottleStore } from './stores/stores.ts';
import { createWebDecoders } from './web-decoders.ts';

/** Options of `createTunnel`. */
export interface TunnelOptions {
  /**
   * The DSNs that are accepted, at least one. They are compared by host, port, path, project and public key. A secret is
   * removed.
   */
  allowedDsns: readonly string[];
  /** The tunnel path: the whole path at which the tunnel answers, with or without a trailing slash. Default `/monitoring-tunnel`. */
  path?: string | undefined;
  /** Sends envelopes to this origin: a local receiver, or a Relay in front of Sentry. Default: the DSN's. */
  ingestOrigin?: string | undefined;
  /**
   * Other origins whose pages may post, such as `https://shop.example.com`; `'*'` for any. Default none. Requests without
   * an `Origin` header are accepted.
   */
  allowedOrigins?: readonly string[] | '*' | undefined;
  /** Caps the requests of each client address. Default none. */
  throttle?: ThrottleStore | undefined;
  /** The largest envelope, in bytes, as received and decoded. Default 200 MiB, as Relay's. */
  maxEnvelopeBytes?: number | undefined;
  /**
   * The time for a client to send its body, in milliseconds. Each KiB it has sent adds a second. Default 30 000.
   */
  bodyTimeoutMs?: number | undefined;
  /**
   * The longest ingest may take to accept the next bytes, or to answer after the last, in milliseconds. Default 10 000.
   */
  ingestTimeoutMs?: number | undefined;
  /** Where the rate limits of ingest are kept. Default in memory. */
  limits?: LimitStore | undefined;
  /** The back-off after a 429 that names no time, in milliseconds. Default 60 000. */
  defaultBackOffMs?: number | undefined;
  /** Stores envelopes while ingest is unavailable. Default none: they are answered 502, 503 or 504. */
  spool?: SpoolStore | undefined;
  /** The age at which stored envelopes are dropped and reported, in milliseconds. Default 24 hours. */
  spoolMaxAgeMs?: number | undefined;
  /**
   * The shortest time between two stored envelopes of a DSN, in milliseconds. Default 10, which is at most 100 envelopes a
   * second.
   */
  redeliveryDelayMs?: number | undefined;
  /** The time between two reports of dropped items, in milliseconds. Default 60 000. */
  reportIntervalMs?: number | undefined;
  /** Addresses and CIDR blocks of your proxies. Forwarding headers of other peers are ignored. Default none. */
  trustedProxies?: readonly string[] | undefined;
  /**
   * The client address that ingest gets: `full`, `truncated` to its network (/24, /48), or `none`, which sends `0.0.0.0`.
   * Default `full`.
   */
  clientIp?: ClientIpMode | undefined;
  /** Sends envelopes to ingest. Default: the runtime's `fetch`. */
  transport?: IngestTransport | undefined;
  /** Removes content codings. Default: the runtime's `DecompressionStream`. */
  decoders?: Decoders | undefined;
  /** Default: the runtime's clock and timers. */
  clock?: Clock | undefined;
  /**
   * Called once for each request with its outcome, and with what is known of its envelope. Its result and its failures are
   * ignored.
   */
  onOutcome?: ((outcome: Outcome, detail: OutcomeDetail) => unknown) | undefined;
  /** Called once for each stored envelope when it is delivered or dropped. Its result and its failures are ignored. */
  onStoredOutcome?: ((outcome: StoredOutcome, detail: OutcomeDetail) => unknown) | undefined;
  /**
   * Called when the spool fails to read or write, and when an envelope is dropped because ingest fails on it but accepts
   * others. Its failures are ignored.
   */
  onSpoolError?: ((error: unknown) => void) | undefined;
  /**
   * Called when a store, decoder, callback or clock fails, at most once a minute for each. `stats().faults` counts all
   * failures. Its own failures are ignored. Default: a warning on the console. INTERNALS.md lists what happens to the
   * request.
   */
  onFault?: ((fault: Fault) => unknown) | undefined;
}

/** Checked options, ready for use. */
export interface ResolvedOptions {
  readonly destinations: Destinations;
  readonly path: string;
  readonly allowedOrigins: AllowedOrigins;
  readonly throttle: ThrottleStore | undefined;
  readonly maxEnvelopeBytes: number;
  readonly bodyTimeoutMs: number;
  readonly timeoutMs: number;
  readonly limits: LimitStore;
  readonly defaultBackOffMs: number;
  readonly spool: SpoolStore | undefined;
  readonly spoolMaxAgeMs: number;
  readonly redeliveryDelayMs: number;
  readonly reportIntervalMs: number;
  readonly trustedProxies: readonly IpRange[];
  readonly clientIp: ClientIpMode;
  readonly transport: IngestTransport;
  readonly decoders: Decoders;
  readonly clock: Clock;
  readonly onOutcome: TunnelOptions['onOutcome'];
  readonly onStoredOutcome: TunnelOptions['onStoredOutcome'];
  readonly onSpoolError: ((error: unknown) => unknown) | undefined;
  readonly onFault: ((fault: Fault) => unknown) | undefined;
}

/** The default tunnel path. */
export const DEFAULT_PATH = '/monitoring-tunnel';

/** Relay's `max_envelope_size`. */
export const DEFAULT_MAX_ENVELOPE_BYTES = 200 * 1_024 * 1_024;

/** The wait for ingest, in milliseconds. */
export const DEFAULT_INGEST_TIMEOUT_MS = 10_000;

/** The time for a client to send its body, in milliseconds. */
export const DEFAULT_BODY_TIMEOUT_MS = 30_000;

/** The age at which stored envelopes are dropped, in milliseconds: Relay's `max_envelope_delay_secs`. */
export const DEFAULT_SPOOL_MAX_AGE_MS = 86_400_000;

const DEFAULT_REDELIVERY_DELAY_MS = 10;

const DEFAULT_REPORT_INTERVAL_MS = 60_000;

/** The longest delay of a timer, in milliseconds. A longer one fires at once. */
const MAX_TIMER_MS = 2_147_483_647;

const CLIENT_IP_MODES: readonly ClientIpMode[] = ['full', 'truncated', 'none'];

/**
 * Fills in defaults and checks every value.
 * @throws TypeError with one line that names the unknown option, or the wrong one, its value and what is accepted
 */
export function resolveOptions(
  {
    allowedDsns,
    path = DEFAULT_PATH,
    ingestOrigin,
    allowedOrigins = [],
    throttle,
    maxEnvelopeBytes = DEFAULT_MAX_ENVELOPE_BYTES,
    bodyTimeoutMs = DEFAULT_BODY_TIMEOUT_MS,
    ingestTimeoutMs = DEFAULT_INGEST_TIMEOUT_MS,
    limits = createMemoryLimits(),
    defaultBackOffMs = DEFAULT_BACK_OFF_MS,
    spool,
    spoolMaxAgeMs = DEFAULT_SPOOL_MAX_AGE_MS,
    redeliveryDelayMs = DEFAULT_REDELIVERY_DELAY_MS,
    reportIntervalMs = DEFAULT_REPORT_INTERVAL_MS,
    trustedProxies = [],
    clientIp = 'full',
    transport = createFetchTransport(),
    decoders = createWebDecoders(),
    clock = SYSTEM_CLOCK,
    onOutcome,
    onStoredOutcome,
    onSpoolError,
    onFault,
    ...others
  }: TunnelOptions = {} as TunnelOptions,
): ResolvedOptions {
  refuseUnknown(others);
  return {
    destinations: createDestinations(readDsns(allowedDsns), readOrigin(ingestOrigin)),
    path: readPath(path),
    maxEnvelopeBytes: readWholeNumber('maxEnvelopeBytes', maxEnvelopeBytes, Number.MAX_SAFE_INTEGER),
    allowedOrigins: readOrigins(allowedOrigins),
    throttle: throttle && readObject('throttle', throttle, ['take'], 'createMemoryThrottle'),
    bodyTimeoutMs: readWholeNumber('bodyTimeoutMs', bodyTimeoutMs, MAX_TIMER_MS),
    timeoutMs: readWholeNumber('ingestTimeoutMs', ingestTimeoutMs, MAX_TIMER_MS),
    limits: readObject('limits', limits, ['get', 'set'], 'createDiskLimits'),
    defaultBackOffMs: readWholeNumber('defaultBackOffMs', defaultBackOffMs, MAX_TIMER_MS),
    spool: spool && readObject('spool', spool, SPOOL_METHODS, 'createDiskSpool'),
    spoolMaxAgeMs: readWholeNumber('spoolMaxAgeMs', spoolMaxAgeMs, Number.MAX_SAFE_INTEGER),
    redeliveryDelayMs: readWholeNumber('redeliveryDelayMs', redeliveryDelayMs, MAX_TIMER_MS, 0),
    reportIntervalMs: readWholeNumber('reportIntervalMs', reportIntervalMs, MAX_TIMER_MS),
    trustedProxies: readTrustedProxies(trustedProxies),
    clientIp: readClientIpMode(clientIp),
    transport: readObject('transport', transport, ['send'], 'createNodeTransport'),
    decoders: readFunction('decoders', decoders),
    clock: readObject('clock', clock, CLOCK_METHODS),
    onOutcome: onOutcome && readFunction('onOutcome', onOutcome),
    onStoredOutcome: onStoredOutcome && readFunction('onStoredOutcome', onStoredOutcome),
    onSpoolError: onSpoolError && readFunction('onSpoolError', onSpoolError),
    onFault: onFault && readFunction('onFault', onFault),
  };
}

function readDsns(allowedDsns: unknown): ConfiguredDsn[] {
  if (!Array.isArray(allowedDsns) || allowedDsns.length === 0) {
    throw optionError('allowedDsns', allowedDsns, 'a list of at least one DSN');
  }
  return allowedDsns.map((text: unknown, index) => {
    const dsn = typeof text === 'string' ? parseDsn(text) : undefined;
    if (
      dsn !== undefined &&
      parseUrl(`${dsn.protocol}://${dsn.host}${dsn.port && `:${dsn.port}`}`) !== undefined
    ) {
      return { text: text as string, dsn };
    }
    throw optionError(`allowedDsns[${index}]`, text, 'a DSN such as https://PUBLIC_KEY@HOST/PROJECT_NUMBER');
  });
}

function readOrigin(ingestOrigin: unknown): string | undefined {
  if (ingestOrigin === undefined) return undefined;
  const url = typeof ingestOrigin === 'string' ? parseUrl(ingestOrigin) : undefined;
  if (url?.href === `${url?.origin}/` && /^https?:$/.test(url.protocol)) return url.origin;
  throw optionError(
    'ingestOrigin',
    ingestOrigin,
    'an http or https origin such as https://relay.example.com',
  );
}

function readOrigins(allowedOrigins: unknown): AllowedOrigins {
  if (allowedOrigins === '*') return '*';
  if (!Array.isArray(allowedOrigins)) {
    throw optionError('allowedOrigins', allowedOrigins, "a list of origins, or '*' for any");
  }
  return allowedOrigins.map((text: unknown, index) => {
    const origin = typeof text === 'string' ? parseOrigin(text) : undefined;
    if (origin !== undefined) return origin;
    throw optionError(`allowedOrigins[${index}]`, text, 'an origin such as https://shop.example.com');
  });
}

function readPath(path: unknown): string {
  if (typeof path === 'string' && /^\/(?:[^/?#\s][^?#\s]*)?$/.test(path)) return path;
  throw optionError('path', path, 'a path that begins with one slash, without query');
}

const SPOOL_METHODS = ['append', 'pendingDsns', 'peek', 'remove', 'depth', 'close'] as const;
const CLOCK_METHODS = ['now', 'monotonicNow', 'setTimeout', 'clearTimeout'] as const;

function refuseUnknown(others: object): void {
  for (const [name, value] of Object.entries(others)) {
    if (value === undefined) continue;
    throw new TypeError(`createTunnel: ${name} is no option; docs/options.md of @adit/tunnel lists all.`);
  }
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
