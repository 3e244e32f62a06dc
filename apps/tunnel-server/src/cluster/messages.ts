import type { RateLimits } from '@adit/tunnel';
import type { ScopeMetrics } from '@opentelemetry/sdk-metrics';

/** Requests a worker let pass since it last told, by client, and the shares of the cap that the client may use. */
export type Taken = readonly (readonly [client: string, requests: number, shares: number])[];

/** Clients over their cap, and for how long, in milliseconds. */
export type Blocked = readonly (readonly [client: string, waitMs: number])[];

/** What the primary tells a worker. */
export type ToWorker =
  | {
      readonly kind: 'start';
      /** Its number, from 1; the one after it in the same place has the same. */
      readonly worker: number;
      /** Limits the others have learned. */
      readonly limits: readonly (readonly [dsn: string, limits: RateLimits])[];
    }
  | { readonly kind: 'limits'; readonly dsn: string; readonly limits: RateLimits }
  | { readonly kind: 'blocked'; readonly clients: Blocked }
  | { readonly kind: 'ask'; readonly id: number; readonly about: Question }
  /** Answered at once; see `Heartbeat`. */
  | { readonly kind: 'ping' }
  /** Closes the port. Workers share it: none has its clients connect anew before all have closed it. */
  | { readonly kind: 'leave' }
  | { readonly kind: 'stop' };

/** What the primary asks of a worker. */
export type Question = 'ready' | 'metrics';

/** What a worker tells the primary. */
export type ToPrimary =
  /** It listens to messages; what is sent before, node:cluster drops. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'failed'; readonly message: string; readonly isConfig: boolean }
  | { readonly kind: 'limits'; readonly dsn: string; readonly limits: RateLimits }
  | { readonly kind: 'taken'; readonly clients: Taken }
  | { readonly kind: 'pong' }
  | { readonly kind: 'left' }
  /** All it has counted, before it ends in its own time. */
  | { readonly kind: 'counted'; readonly metrics: ScopeMetrics[] }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly ready?: boolean;
      readonly metrics?: ScopeMetrics[];
    };

/** What a worker answers to a question. */
export type Answer = Extract<ToPrimary, { kind: 'answer' }>;
