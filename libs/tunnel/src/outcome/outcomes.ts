import { MAX_ITEMS, MAX_REPORTS, type EnvelopeFault } from '@adit/envelope';

interface RefusalText {
  readonly status: number;
  readonly detail: string;
}

/** Every reason for a refusal, with the status and text of its answer. No text repeats input of the client. */
const REFUSALS = {
  'method-not-allowed': { status: 405, detail: 'only POST is accepted' },
  'path-not-found': { status: 404, detail: 'no tunnel at this path' },
  // The DSN of an SDK has another path than the API door, or the door is closed.
  'api-path-not-found': { status: 404, detail: 'no API door at this path' },
  // Its detail names the reason.
  'endpoint-unsupported': { status: 404, detail: 'this endpoint of Sentry is not here' },
  'tunnel-loop': {
    status: 508,
    detail: 'a tunnel sent this: its DSN or ingest origin names the API door in place of ingest',
  },
  closing: { status: 503, detail: 'the tunnel is shutting down' },
  'internal-error': { status: 500, detail: 'the tunnel failed on this request' },
  'body-consumed': {
    status: 500,
    detail: 'the request body was read before the tunnel; mount the tunnel ahead of any body parser',
  },
  'envelope-too-large': { status: 413, detail: 'envelope exceeds the size the tunnel accepts' },
  'origin-not-allowed': { status: 403, detail: 'origin not allowed' },
  throttled: { status: 429, detail: 'too many requests from this address' },
  'body-timed-out': { status: 408, detail: 'the request body did not arrive in time' },
  'encoding-unsupported': {
    status: 415,
    detail:
      'content-encoding must be identity, gzip, deflate, br or zstd, and supported by the server (zstd: Node 22.15)',
  },
  'encoding-invalid': { status: 400, detail: 'request body does not match its content-encoding' },
  'length-mismatch': { status: 400, detail: 'request body and content-length disagree' },
  // Relay's wording for the same case.
  'body-empty': { status: 400, detail: 'empty request body' },
  'header-too-long': { status: 413, detail: 'envelope header line exceeds 64 KiB' },
  'header-malformed': { status: 400, detail: 'envelope header is not a JSON object on one line of UTF-8' },
  'dsn-missing': { status: 400, detail: 'envelope header has no dsn' },
  'dsn-not-allowed': { status: 403, detail: 'dsn not allowed' },
  'query-malformed': { status: 400, detail: 'o and p must be digits, r two letters, each at most once' },
  'query-disagrees': { status: 403, detail: 'o, p or r disagrees with the dsn' },
  'field-malformed': { status: 400, detail: 'a request header holds a control character' },
  // Relay's wording for faults of items and of authentication.
  'auth-multiple': { status: 401, detail: 'multiple authorization payloads detected' },
  'auth-malformed': { status: 401, detail: 'bad x-sentry-auth header' },
  'auth-missing': { status: 401, detail: 'missing authorization information' },
  'auth-disagrees': { status: 403, detail: 'the authorization disagrees with the dsn' },
  'project-disagrees': { status: 403, detail: 'the project of the path disagrees with the dsn' },
  'event-malformed': { status: 400, detail: 'the body is no event: a JSON object whose event_id is a UUID' },
  'report-malformed': {
    status: 400,
    detail: 'the body is no security report: a JSON object, or a list of some',
  },
  'reports-too-many': { status: 413, detail: `the body holds more than ${MAX_REPORTS} security reports` },
  'item-malformed': { status: 400, detail: 'invalid item header' },
  'item-truncated': { status: 400, detail: 'unexpected end of file' },
  'newline-missing': { status: 400, detail: 'missing newline after header or payload' },
  'item-internal': { status: 400, detail: 'envelope contains internal items' },
  'item-header-too-long': { status: 413, detail: 'an item header exceeds 64 KiB, or all together 1 MiB' },
  'items-too-many': { status: 413, detail: `envelope holds more than ${MAX_ITEMS} items` },
  'item-too-large': { status: 413, detail: 'envelope exceeded size limits' },
  'rate-limited': {
    status: 429,
    detail: 'Sentry dropped data due to a quota or internal rate limit being reached.',
  },
  'spool-unavailable': {
    status: 503,
    detail: 'ingest takes no envelopes at the moment, and the spool cannot store this one',
  },
} as const satisfies Readonly<Record<string, RefusalText>>;

/** Why the tunnel refused a request. */
export type RefusalReason = keyof typeof REFUSALS;

/** Every {@link RefusalReason}. */
export const REFUSAL_REASONS = Object.keys(REFUSALS) as readonly RefusalReason[];

/** The tunnel refused the request; nothing, or nothing complete, was sent to ingest. */
export interface Refusal {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
  readonly status: number;
  readonly detail: string;
  /** Further headers of the answer, names in lower case: when to retry. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The reason why an envelope is lost that the tunnel should have stored. */
  readonly loss?: LossReason;
}

/** The client closed the connection before its envelope was complete. A request to ingest was aborted. */
export interface Aborted {
  readonly kind: 'aborted';
  readonly status: 400;
  readonly detail: string;
}

/** Ingest answered. Its status was passed on unchanged, whether 200 or 500. */
export interface Forwarded {
  readonly kind: 'forwarded';
  readonly status: number;
  /** Size of the envelope as received. */
  readonly bytes: number;
  /** From the first byte offered to ingest to the last byte of its answer. */
  readonly durationMs: number;
  /**
   * The reason why ingest rejects the envelope, as ingest worded it: one line of at most 200 characters. Only if ingest
   * rejects it and gives a reason.
   */
  readonly said?: string;
}

/** Ingest gave no valid answer. */
export interface Undelivered {
  readonly kind: 'unreachable' | 'timed-out' | 'invalid-answer';
  readonly status: 502 | 504;
  readonly detail: string;
  readonly durationMs: number;
  /** The transport's error; only if unreachable. */
  readonly cause?: unknown;
}

/** Ingest was unavailable. The envelope is stored and will be delivered. */
export interface Spooled {
  readonly kind: 'spooled';
  readonly status: 200;
  /** Size of the envelope as received. */
  readonly bytes: number;
  /** The reason for storing it. `outage`: an outage was known, and the envelope was not sent to ingest. */
  readonly cause: 'unreachable' | 'timed-out' | 'unavailable' | 'outage';
}

/** The rules of a policy dropped all items. The client got 200, as if they were sent. */
export interface Filtered {
  readonly kind: 'filtered';
  readonly status: 200;
  /** Size of the envelope as received. */
  readonly bytes: number;
}

/** The outcome of one request. */
export type Outcome = Forwarded | Refusal | Aborted | Undelivered | Spooled | Filtered;

/** Every reason why an envelope can be lost, as `TunnelStats.lost` counts it. */
export const LOSS_REASONS = [
  // Ingest did not accept it, and there is no spool, or the start of a large envelope was no longer in memory.
  'unreachable',
  'timed-out',
  'invalid-answer',
  // Ingest is unavailable, and the envelope could not be stored: no space, or the store fails.
  'spool-full',
  'spool-failing',
  // The tunnel itself failed on the request.
  'internal-error',
  // It was stored and answered 200, and then dropped: see GiveUpCause.
  'expired',
  'refused',
  'failing',
  // The store lost it.
  'damaged',
] as const;

/** One of {@link LOSS_REASONS}. */
export type LossReason = (typeof LOSS_REASONS)[number];

/**
 * The reason why the envelope of a request is lost; `undefined` if ingest or the spool has it, or the client was told
 * not to send it.
 */
export function lossOf(outcome: Outcome): LossReason | undefined {
  switch (outcome.kind) {
    case 'unreachable':
    case 'timed-out':
    case 'invalid-answer':
      return outcome.kind;
    case 'refused':
      return outcome.reason === 'internal-error' ? outcome.reason : outcome.loss;
    default:
      return undefined;
  }
}

/** The reason why a request is not forwarded. */
export type RequestFailure = Refusal | Aborted;

/** Returns the refusal for a reason. */
export function refusal(reason: RefusalReason): Refusal {
  return REFUSAL_VALUES[reason];
}

const SIZE_LIMITS_URL = 'https://develop.sentry.dev/sdk/envelopes/#size-limits';

/** Returns the refusal for a fault of an envelope's items. */
export function itemRefusal({ reason, type }: EnvelopeFault): Refusal {
  const general = refusal(reason);
  if (type === undefined) return general;
  // Relay's wording since 26.1.0. The type is one of those that have a limit, never text from the client.
  return { ...general, detail: `envelope exceeded size limits for type '${type}' (${SIZE_LIMITS_URL})` };
}

const REFUSAL_VALUES = Object.fromEntries(
  REFUSAL_REASONS.map((reason) => [reason, Object.freeze({ kind: 'refused', reason, ...REFUSALS[reason] })]),
) as Readonly<Record<RefusalReason, Refusal>>;

/** The one value of {@link Aborted}. */
export const ABORTED: Aborted = Object.freeze({
  kind: 'aborted',
  status: 400,
  detail: 'the request ended before its body was complete',
});

/** Whether a step returned a failure instead of its value. */
export function isFailure(value: object): value is RequestFailure {
  return 'kind' in value;
}
