import { createFetchTransport } from './fetch-transport.ts';
import type { Fact } from './outcome/faults.ts';
import {
  adviceOnDsn,
  createWebDecoders,
  optionError,
  parseDsn,
  parseIpRange,
  parseOrigin,
  parseUrl,
  readFunction,
  readObject,
  readWholeNumber,
  SYSTEM_CLOCK,
  type AllowedOrigins,
  type ClientIpMode,
  type Clock,
  type Decoders,
  type IpRange,
} from '@adit/envelope';
import { createDestinations, type ConfiguredDsn, type Destinations } from './request/destinations.ts';
import type { EnvelopePolicy } from './envelope/policy.ts';
import { readTimes, refuseUnknown, type TunnelTimes } from './times.ts';
import type { IngestTransport } from './send/ingest-transport.ts';
import type { OutcomeDetail } from './outcome/outcome-detail.ts';
import { createMemoryLimits } from '@adit/spool/memory';
import type { LimitStore, SpoolStore, ThrottleStore } from '@adit/spool';

/** Options of `createTunnel`. */
export interface TunnelOptions {
  /**
   * The DSNs that are accepted, at least one. They are compared by host, port, path, project and public key. A secret
   * is removed.
   */
  allowedDsns: readonly string[];
  /**
   * The tunnel path: the whole path at which the tunnel answers, with or without a trailing slash. Default
   * `/monitoring-tunnel`.
   */
  path?: string | undefined;
  /**
   * Opens the API door: the prefix of `/api/PROJECT/envelope/`, `/store/` and `/security/` for SDKs without a `tunnel`
   * option, such as `/` or `/sentry`. Their DSN names this host:
   * `https://PUBLIC_KEY@tunnel.example.com/sentry/PROJECT`. Default: closed.
   */
  apiPath?: string | undefined;
  /**
   * Sends envelopes to this origin, or below its path: a local receiver, or a Relay in front of Sentry. Default: the
   * origin of the DSN.
   */
  ingestOrigin?: string | undefined;
  /**
   * Other origins whose pages may post, such as `https://shop.example.com`; `'*'` for any. Default none. Requests
   * without an `Origin` header are accepted.
   */
  allowedOrigins?: readonly string[] | '*' | undefined;
  /** Limits the requests of each client address. Default none. */
  throttle?: ThrottleStore | undefined;
  /** The largest envelope, in bytes, as received and decoded. Default 200 MiB, like Relay. */
  maxEnvelopeBytes?: number | undefined;
  /** The store for the rate limits of ingest. Default in memory. */
  limits?: LimitStore | undefined;
  /**
   * Drops noise and removes secrets before envelopes are stored or forwarded: `createPolicy` of `@adit/policy/tunnel`.
   * Default none: all items pass as they came.
   */
  policy?: EnvelopePolicy | undefined;
  /** Stores envelopes while ingest is unavailable. Default none: they are answered 502, 503 or 504. */
  spool?: SpoolStore | undefined;
  /** Timeouts and intervals. Each documents its default. */
  times?: TunnelTimes | undefined;
  /** Addresses and CIDR blocks of your proxies. Forwarding headers of other peers are ignored. Default none. */
  trustedProxies?: readonly string[] | undefined;
  /**
   * The client address that is sent to ingest: `full`, `truncated` to its network (/24, /48), or `none`, which sends
   * `0.0.0.0`. Default `full`.
   */
  clientIp?: ClientIpMode | undefined;
  /** Sends envelopes to ingest. Default: the runtime's `fetch`. */
  transport?: IngestTransport | undefined;
  /** Removes content codings. Default: the runtime's `DecompressionStream`. */
  decoders?: Decoders | undefined;
  /** Default: the runtime's clock and timers. */
  clock?: Clock | undefined;
  /**
   * Called with each fact: once for each request with its outcome, once for each stored envelope when it is delivered or dropped,
   * and when a store or decoder fails, at most once a minute for each (`stats().faults` counts all failures). The
   * detail says what is known of the envelope. Its result is ignored; its own failures are counted, and told as the
   * part `tell`. Default: `warnOfFault` for each fault.
   */
  tell?: ((fact: Fact, detail: OutcomeDetail) => unknown) | undefined;
}

/** Checked options, ready for use. */
export interface ResolvedOptions {
  readonly destinations: Destinations;
  readonly path: string;
  /** Without a slash at the end; `undefined` if the API door is closed. */
  readonly apiPath: string | undefined;
  readonly allowedOrigins: AllowedOrigins;
  readonly throttle: ThrottleStore | undefined;
  readonly maxEnvelopeBytes: number;
  readonly bodyTimeoutMs: number;
  readonly timeoutMs: number;
  readonly limits: LimitStore;
  readonly defaultBackOffMs: number;
  readonly spool: SpoolStore | undefined;
  readonly spoolMaxAgeMs: number;
  readonly reportIntervalMs: number;
  readonly trustedProxies: readonly IpRange[];
  readonly clientIp: ClientIpMode;
  readonly transport: IngestTransport;
  readonly decoders: Decoders;
  readonly policy: EnvelopePolicy | undefined;
  readonly clock: Clock;
  readonly tell: TunnelOptions['tell'];
}

/** The default tunnel path. */
export const DEFAULT_PATH = '/monitoring-tunnel';

/** Relay's `max_envelope_size`. */
export const DEFAULT_MAX_ENVELOPE_BYTES = 200 * 1_024 * 1_024;

const CLIENT_IP_MODES: readonly ClientIpMode[] = ['full', 'truncated', 'none'];

/**
 * Fills in defaults and checks every value.
 * @throws TypeError with one line that names the unknown option, or the invalid one, its value and the accepted values
 */
export function resolveOptions(
  {
    allowedDsns,
    path = DEFAULT_PATH,
    apiPath,
    ingestOrigin,
    allowedOrigins = [],
    throttle,
    maxEnvelopeBytes = DEFAULT_MAX_ENVELOPE_BYTES,
    limits = createMemoryLimits(),
    spool,
    times = {},
    trustedProxies = [],
    clientIp = 'full',
    transport = createFetchTransport(),
    decoders = createWebDecoders(),
    policy,
    clock = SYSTEM_CLOCK,
    tell,
    ...others
  }: TunnelOptions = {} as TunnelOptions,
): ResolvedOptions {
  refuseUnknown('', others);
  return {
    destinations: createDestinations(readDsns(allowedDsns), readOrigin(ingestOrigin)),
    path: readPath('path', path),
    apiPath: apiPath === undefined ? undefined : readPath('apiPath', apiPath).replace(/\/$/, ''),
    maxEnvelopeBytes: readWholeNumber('maxEnvelopeBytes', maxEnvelopeBytes, Number.MAX_SAFE_INTEGER),
    allowedOrigins: readOrigins(allowedOrigins),
    throttle: throttle && readObject('throttle', throttle, ['take'], 'createMemoryThrottle'),
    ...readTimes(times),
    limits: readObject('limits', limits, ['get', 'set'], 'createDiskLimits'),
    spool: spool && readObject('spool', spool, SPOOL_METHODS, 'createDiskSpool'),
    trustedProxies: readTrustedProxies(trustedProxies),
    clientIp: readClientIpMode(clientIp),
    transport: readObject('transport', transport, ['send'], 'createNodeTransport'),
    decoders: readFunction('decoders', decoders),
    policy: policy && readObject('policy', policy, ['open'], 'createPolicy'),
    clock: readObject('clock', clock, CLOCK_METHODS),
    tell: tell && readFunction('tell', tell),
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
    throw optionError(
      `allowedDsns[${index}]`,
      text,
      `a DSN such as https://PUBLIC_KEY@HOST/PROJECT_NUMBER${adviceOn(text)}`,
    );
  });
}

/** A DSN that is missing comes from a variable that is not set. */
function adviceOn(text: unknown): string {
  if (text === undefined || text === '') return '; set the variable that has it, such as SENTRY_DSN';
  return typeof text === 'string' ? adviceOnDsn(text) : '';
}

function readOrigin(ingestOrigin: unknown): string | undefined {
  if (ingestOrigin === undefined) return undefined;
  const url = typeof ingestOrigin === 'string' ? parseUrl(ingestOrigin) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) {
    const address = url.href.replace(/\/+$/, '');
    // Without user name, password, query and fragment.
    if (address === `${url.origin}${url.pathname}`.replace(/\/+$/, '')) return address;
  }
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

function readPath(name: string, path: unknown): string {
  if (typeof path === 'string' && /^\/(?:[^/?#\s][^?#\s]*)?$/.test(path)) return path;
  throw optionError(name, path, 'a path that begins with one slash, without query');
}

const SPOOL_METHODS = ['append', 'pendingDsns', 'peek', 'remove', 'depth', 'close'] as const;
const CLOCK_METHODS = ['now', 'monotonicNow', 'setTimeout', 'clearTimeout'] as const;

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
