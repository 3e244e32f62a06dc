import type { ApiEndpoint } from '@adit/envelope';
import type { GiveUpCause } from '@adit/spool';

/** The endpoints at which a tunnel accepts requests. `process`: the SDK of the same process, by `tunnel.send`. */
export type Endpoint = 'tunnel' | 'process' | ApiEndpoint;

/**
 * Facts about the envelope behind an outcome: never its payload, key or client address. A value is computed when it is
 * read, which is possible only during the call.
 */
export interface OutcomeDetail {
  /** The method of the request; `undefined` for a stored envelope. */
  readonly method?: string | undefined;
  /**
   * The endpoint of the request: the tunnel path, or one of the API door. `undefined` for a stored envelope, and for
   * another path.
   */
  readonly endpoint?: Endpoint | undefined;
  /** 32 hexadecimal digits; `undefined` if the envelope names no event, or was refused before its header was read. */
  readonly eventId: string | undefined;
  /** Host and project of its DSN, such as `o450.ingest.sentry.io/4509`; `undefined` if no allowed DSN was read. */
  readonly project: string | undefined;
  /** Name and version, such as `sentry.javascript.browser/11.0.0`. */
  readonly sdk: string | undefined;
  /** The types of its items, each once, at most 16. A type that Relay does not know is `unknown`. */
  readonly itemTypes: readonly string[];
  /** Size as received, in bytes. */
  readonly bytes: number;
  /**
   * The time from the head of the request to its outcome, or for a stored envelope the time to send it, in
   * milliseconds.
   */
  readonly durationMs: number;
  /** The items that rate limits dropped, by the reason that ingest gave for the limit. */
  readonly limited: readonly DroppedItem[];
  /** The items that the rules of a policy dropped, by rule. */
  readonly filtered: readonly DroppedItem[];
}

/** The detail of a fact that does not concern an envelope. */
export const NOTHING_KNOWN: OutcomeDetail = Object.freeze({
  eventId: undefined,
  project: undefined,
  sdk: undefined,
  itemTypes: [],
  bytes: 0,
  durationMs: 0,
  limited: [],
  filtered: [],
});

/** Items of one envelope that were dropped. */
export interface DroppedItem {
  /** As ingest worded it for a limit, or the id of a rule. */
  readonly reason: string;
  readonly category: string;
  readonly quantity: number;
}

/** The end of a stored envelope, whose request was answered 200 before. */
export type StoredOutcome =
  | {
      readonly kind: 'redelivered';
      readonly status: number;
      /** How long it was stored, in milliseconds. */
      readonly heldMs: number;
    }
  | {
      readonly kind: 'given-up';
      readonly cause: GiveUpCause;
      /** The last status that ingest answered to this process; `undefined` if it has not answered. */
      readonly status?: number | undefined;
      readonly heldMs: number;
    };
