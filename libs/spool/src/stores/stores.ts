import type { RateLimits } from '@adit/envelope';

/** An envelope to store until ingest is available. */
export interface SpooledEnvelope {
  /**
   * The identity of its DSN. Updates of one session, of one check-in and the segments of one replay are delivered in the
   * order of their arrival; other envelopes of a DSN may pass each other. Envelopes that ingest fails on are stored under a
   * DSN of their own: the identity with ` aside 1` to ` aside 4` appended.
   */
  readonly dsn: string;
  /** When the tunnel received it, in milliseconds since the epoch. */
  readonly receivedAt: number;
  /** The header fields to send with it: coding, client address, user agent. */
  readonly fields: Readonly<Record<string, string>>;
  /** The bytes as received; a large envelope chunk by chunk. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** A stored envelope. */
export interface SpoolEntry {
  readonly dsn: string;
  /**
   * Identifies it among the envelopes of its DSN. A store that may lose envelopes unseen has to name them: two may be alike in
   * time and size.
   */
  readonly id?: string | undefined;
  readonly receivedAt: number;
  readonly fields: Readonly<Record<string, string>>;
  /** Size of the envelope, in bytes. */
  readonly bytes: number;
  /** Reads the envelope from its first byte at each call. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** The size of a spool. */
export interface SpoolDepth {
  readonly envelopes: number;
  readonly bytes: number;
}

/** A store of envelopes awaiting delivery: first in, first out for each DSN. */
export interface SpoolStore {
  /**
   * Stores an envelope. Resolves once it is as durable as the store allows.
   * @throws SpoolFullError if the store is full. Any other error means that the store fails. In both cases nothing of the
   * envelope is kept.
   */
  readonly append: (envelope: SpooledEnvelope) => Promise<void>;
  /** The DSNs that have stored envelopes. */
  readonly pendingDsns: () => readonly string[];
  /**
   * Returns the oldest envelope of a DSN without removing it.
   * @throws SpoolElsewhereError if another process delivers this DSN. The tunnel asks again.
   */
  readonly peek: (dsn: string) => Promise<SpoolEntry | undefined>;
  /**
   * Returns an envelope without removing it: the one `behind` places after the oldest of a DSN, at least 1. Without this
   * method, an envelope that ingest fails on blocks those behind it until the tunnel delivers a new one of its DSN.
   */
  readonly peekBehind?: (dsn: string, behind: number) => Promise<SpoolEntry | undefined>;
  /** Removes the oldest envelope of a DSN. After a crash it may be returned once more. */
  readonly remove: (dsn: string) => Promise<void>;
  /**
   * Removes some of the oldest envelopes of a DSN, up to a number; if it fails, none. After a crash they may be returned once
   * more. Without this method, `remove` is called for each.
   * @returns how many it has removed: fewer than `count` if it cannot remove them together
   */
  readonly removeMany?: (dsn: string, count: number) => Promise<number>;
  readonly depth: () => SpoolDepth;
  /** The maximum number of bytes that it holds. */
  readonly maxBytes?: number;
  /** Whether what is stored outlives the process. Default false. */
  readonly outlivesProcess?: boolean;
  /**
   * The number of envelopes that were stored and lost since it was opened, for example in a damaged file. Default 0.
   */
  readonly lost?: () => number;
  /** Calls back when it may be this process's turn to deliver envelopes of a DSN that others have stored. */
  readonly watch?: (onStored: (dsn: string) => void) => void;
  /** Resolves when everything is written and all files are closed. */
  readonly close: () => Promise<void>;
}

/** The spool is full. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
}

/** Envelopes of this DSN are stored, and another process that shares the spool delivers them. */
export class SpoolElsewhereError extends Error {
  override readonly name = 'SpoolElsewhereError';
}

/** The rate limits in force, by DSN. Calls are synchronous: a shared store keeps a local copy and updates it. */
export interface LimitStore {
  readonly get: (dsn: string) => RateLimits | undefined;
  readonly set: (dsn: string, limits: RateLimits) => void;
  readonly close?: () => Promise<void>;
}

/** Caps the requests of each client. */
export interface ThrottleStore {
  /**
   * Counts a request. It is called for each network of a client, the narrowest first, until one is over its cap.
   * @param client an IPv4 address, or a /64 or /48 of IPv6 such as `2001:db8:1::/48`
   * @param nowMs milliseconds of a monotonic clock that starts with the process; a store that several processes share
   * needs a clock of its own
   * @param capFactor the multiple of the cap that applies: more than 1 for a /48, which holds many clients
   * @returns 0 if the request may pass; otherwise how long the client should wait, in milliseconds
   */
  readonly take: (client: string, nowMs: number, capFactor: number) => number | Promise<number>;
  readonly close?: () => Promise<void>;
}
