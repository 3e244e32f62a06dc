import type { DrainGiveUpCause } from '../outcome/outcomes.ts';
import type { NewFailure } from '../send/spooling.ts';
import type { Clock } from '../clock/clock.ts';
import type { WallHistory } from '../clock/wall-history.ts';
import type { SpoolEntry, SpoolStore } from '../stores/stores.ts';
import { notePassed, type Lane } from './lane.ts';
import type { DropRule } from './drop-rules.ts';
import type { Outages } from './outages.ts';
import type { Pauses } from './pauses.ts';

/** The result of one redelivery. */
export type Verdict =
  | { readonly kind: 'delivered' }
  /** The envelope is tried again. */
  | {
      readonly kind: 'retry';
      /**
       * `connection`: ingest is unreachable. `answer`: timed out, 502, 503 or 504, which may be due to the envelope.
       * `here`: the tunnel could not send it, so ingest is not the cause.
       */
      readonly failed: 'connection' | 'answer' | 'here';
    }
  /** 429: ingest has dropped and counted the envelope. The others of its DSN wait. */
  | { readonly kind: 'wait'; readonly forMs: number }
  /** Any other refusal; final. */
  | { readonly kind: 'rejected'; readonly status: number };

/** A new envelope that the tunnel failed to deliver, and when. */
export type NotedFailure = NewFailure & { readonly failedAt: number };

/** The state of one drain. Each step of delivery is a function over it. */
export interface DrainContext {
  readonly spool: SpoolStore;
  readonly clock: Clock;
  readonly wall: WallHistory;
  readonly deliver: (entry: SpoolEntry) => Promise<Verdict>;
  /** The types of a stored envelope's items. */
  readonly typesOf: (entry: SpoolEntry) => Promise<readonly string[]>;
  readonly onGiveUp: (entry: SpoolEntry, cause: DrainGiveUpCause) => unknown;
  readonly onSpoolError: (error: unknown) => void;
  readonly destinationOf: (dsn: string) => string;
  readonly maxAgeMs: number;
  readonly delayMs: number;
  /** `abandoned`: `stop` no longer waits for the deliveries under way. */
  state: 'idle' | 'running' | 'stopping' | 'abandoned';
  readonly outages: Outages;
  readonly pauses: Pauses;
  /** The lanes being worked on, by key. */
  readonly lanes: Map<string, Lane>;
  /** Resolves when the work on a lane ends, by key. */
  readonly finished: Map<string, Promise<void>>;
  /** The number of lanes of level 0, by destination: only they try it during an outage. */
  readonly triers: Map<string, number>;
  /** The last failure of a new envelope, by destination. */
  readonly newFailures: Map<string, NotedFailure>;
  /** The end of a DSN's rate limit, in milliseconds of the monotonic clock. */
  readonly limitedUntil: Map<string, number>;
  /** Whether an operator has paused the delivery. */
  isHeld: boolean;
  /** The envelopes an operator has dropped. */
  dropRules: readonly DropRule[];
}

/** Whether deliveries may begin. */
export function isRunning({ state }: DrainContext): boolean {
  return state === 'running';
}

/** Whether `stop` no longer waits for the deliveries under way. */
export function isAbandoned({ state }: DrainContext): boolean {
  return state === 'abandoned';
}

/** The number of lanes that may try a destination during an outage. */
export function triersOf({ triers, isHeld }: DrainContext, destination: string): number {
  return isHeld ? 0 : (triers.get(destination) ?? 0);
}

/** Adds a lane that is worked on. */
export function addLane(context: DrainContext, lane: Lane): void {
  context.lanes.set(lane.key, lane);
  countTrier(context, lane, 1);
}

/** Removes a lane with nothing left to do. */
export function removeLane(context: DrainContext, lane: Lane): void {
  context.lanes.delete(lane.key);
  context.finished.delete(lane.key);
  countTrier(context, lane, -1);
}

/** The failure of the only new envelope that has failed at a destination since the last success. */
export function newSuspectAt(
  { newFailures, outages }: DrainContext,
  destination: string,
): NotedFailure | undefined {
  const failure = newFailures.get(destination);
  return failure !== undefined && outages.suspectOf(destination) === failure ? failure : undefined;
}

/** Notes that ingest accepted an envelope: an outage is over, and envelopes of this DSN that failed before may be the cause. */
export function noteDelivered(
  { outages, lanes, pauses }: DrainContext,
  dsn: string,
  destination: string,
): void {
  const wasOut = outages.reach(destination);
  for (const lane of lanes.values()) {
    const isToTry = lane.dsn === dsn && notePassed(lane);
    if (isToTry || (wasOut && lane.destination === destination)) pauses.wake(lane);
  }
}

function countTrier(context: DrainContext, { level, destination }: Lane, by: 1 | -1): void {
  if (level === 0) context.triers.set(destination, (context.triers.get(destination) ?? 0) + by);
}
