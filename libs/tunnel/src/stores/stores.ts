import type { RateLimits } from '../protocol/rate-limits.ts';

/** An envelope put by until ingest can be reached. */
export interface SpooledEnvelope {
  /**
   * The identity of the DSN it is for; envelopes of one DSN are delivered in the order they were taken. Envelopes that
   * ingest fails on are kept apart, as those of a DSN with ` aside 1` to ` aside 4` behind its identity.
   */
  readonly dsn: string;
  /** When the tunnel took it, in milliseconds since the epoch. */
  readonly receivedAt: number;
  /** What is sent with it: coding, client address, user agent. */
  readonly fields: Readonly<Record<string, string>>;
  /** The bytes as received, whole or, where they are many, chunk by chunk. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** An envelope as it comes out of the spool. */
export interface SpoolEntry {
  readonly dsn: string;
  readonly receivedAt: number;
  readonly fields: Readonly<Record<string, string>>;
  /** Size of the envelope. */
  readonly bytes: number;
  /** The envelope's bytes, from the start each time it is called. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** What a spool holds. */
export interface SpoolDepth {
  readonly envelopes: number;
  readonly bytes: number;
}

/** A store of envelopes awaiting delivery: first in, first out for each DSN. */
export interface SpoolStore {
  /**
   * Resolves once the envelope is kept as durably as this store can.
   * @throws SpoolFullError when the bound is reached; whatever else is thrown means that the store is failing. Either
   * way nothing of the envelope stays behind.
   */
  readonly append: (envelope: SpooledEnvelope) => Promise<void>;
  /** The DSNs something waits for. */
  readonly pendingDsns: () => readonly string[];
  /** The oldest envelope of a DSN; it stays where it is. */
  readonly peek: (dsn: string) => Promise<SpoolEntry | undefined>;
  /**
   * The envelope so many places behind the oldest of a DSN, at least 1; it stays where it is. Without this method an
   * envelope that ingest does not take holds up those behind it until the tunnel itself delivers another of its DSN.
   */
  readonly peekBehind?: (dsn: string, behind: number) => Promise<SpoolEntry | undefined>;
  /** Forgets the oldest envelope of a DSN. After a crash it may come out once more. */
  readonly remove: (dsn: string) => Promise<void>;
  readonly depth: () => SpoolDepth;
  /** Resolves when everything is written and let go of. */
  readonly close: () => Promise<void>;
}

/** The spool holds as much as it may. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
}

/** The rate limits in force, by DSN. Reads are of a local view: a shared store keeps its own up to date. */
export interface LimitStore {
  readonly get: (dsn: string) => RateLimits | undefined;
  readonly set: (dsn: string, limits: RateLimits) => void;
  readonly close?: () => Promise<void>;
}

/** A cap on the requests of one client. */
export interface ThrottleStore {
  /**
   * Counts one request. It is called for each network of a client, the narrowest first, until one has to wait.
   * @param client an IPv4 address, or a /64 or /48 of IPv6 such as `2001:db8:1::/48`
   * @param nowMs milliseconds of a clock that is never set and that each process starts for itself; a store that
   * processes share goes by a clock of its own
   * @param shares how many times the cap it may use: more than 1 for a /48, which holds many clients
   * @returns 0 where it may pass; otherwise how long the client should wait, in milliseconds
   */
  readonly take: (client: string, nowMs: number, shares: number) => number | Promise<number>;
  readonly close?: () => Promise<void>;
}
