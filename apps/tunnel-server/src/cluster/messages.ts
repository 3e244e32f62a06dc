import type { RateLimits } from '@adit/envelope';
import type { Forward, ProcessReport } from '@adit/operations';
import type { ControlCommand } from '../process/control.ts';
import type { Measures } from '../metrics/measures.ts';

/** Requests that a worker accepted since its last message, by client, and the client's shares of the limit. */
export type ClientCounts = readonly (readonly [client: string, requests: number, shares: number])[];

/** Clients over their limit, and for how long, in milliseconds. */
export type BlockedClients = readonly (readonly [client: string, waitMs: number])[];

/** A message from the primary to a worker. */
export type ToWorker =
  | {
      readonly kind: 'start';
      /** Its number, from 1. Its replacement has the same number. */
      readonly worker: number;
      /** Known rate limits. */
      readonly limits: readonly (readonly [dsn: string, limits: RateLimits])[];
      /** The earlier commands of an operator. */
      readonly commands?: readonly ControlCommand[];
    }
  | { readonly kind: 'control'; readonly command: ControlCommand }
  | { readonly kind: 'limits'; readonly dsn: string; readonly limits: RateLimits }
  | { readonly kind: 'blocked'; readonly clients: BlockedClients }
  | { readonly kind: 'ask'; readonly id: number; readonly about: Question }
  /** The worker answers at once; see `Heartbeat`. */
  | { readonly kind: 'ping' }
  /** Closes the port. All workers close it before any of them closes connections, so that clients do not reconnect. */
  | { readonly kind: 'close-port' }
  | { readonly kind: 'stop' };

/** A question from the primary to a worker. */
export type Question = 'ready' | 'measures' | 'report' | 'recent' | `forwards ${string}`;

/** A message from a worker to the primary. */
export type ToPrimary =
  /** The worker receives messages. node:cluster drops earlier ones. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'failed'; readonly message: string; readonly isConfig: boolean }
  | { readonly kind: 'limits'; readonly dsn: string; readonly limits: RateLimits }
  | { readonly kind: 'client-counts'; readonly clients: ClientCounts }
  | { readonly kind: 'pong' }
  | { readonly kind: 'port-closed' }
  /** Its final measures, before it exits. */
  | { readonly kind: 'counted'; readonly measures: Measures; readonly report?: ProcessReport }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly ready?: boolean;
      readonly measures?: Measures | undefined;
      readonly report?: ProcessReport | undefined;
      readonly forwards?: readonly Forward[];
      readonly recent?: readonly unknown[] | undefined;
    };

/** A worker's answer to a question. */
export type Answer = Extract<ToPrimary, { kind: 'answer' }>;
