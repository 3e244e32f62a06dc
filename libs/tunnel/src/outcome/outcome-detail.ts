import type { GiveUpCause } from './outcomes.ts';

/**
 * What is known of the envelope behind an outcome: never its payload, key or client address. A value is computed when it is
 * read, which is possible during the call only.
 */
export interface OutcomeDetail {
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
  /** From the head of the request to its outcome, or for a stored envelope the time to send it, in milliseconds. */
  readonly durationMs: number;
  /** The items that rate limits have dropped, by the reason that ingest gave for the limit. */
  readonly limited: readonly LimitedItems[];
}

/** Items of one envelope that a rate limit has dropped. */
export interface LimitedItems {
  readonly reason: string;
  readonly category: string;
  readonly quantity: number;
}

/** The end of a stored envelope, which was answered 200 before. */
export type StoredOutcome =
  | {
      readonly kind: 'redelivered';
      readonly status: number;
      /** How long it was stored, in milliseconds. */
      readonly heldMs: number;
    }
  | { readonly kind: 'given-up'; readonly cause: GiveUpCause; readonly heldMs: number };
