import type { GiveUpCause, NewFailure } from './causes.ts';
import type { Clock, WallHistory } from '@adit/envelope';
import type { SpoolEntry, SpoolStore } from '../stores/stores.ts';
import { notePassed, type Lane } from './lane.ts';
import { isMain } from './lane-name.ts';
import type { DrainRate } from './drain-rate.ts';
import type { DropRule } from './drop-rules.ts';
import type { Outages } from './outages.ts';
import type { Pauses } from './pauses.ts';
import type { Places } from './places.ts';

/** The result of one redelivery. */
export type RedeliveryResult =
  | { readonly kind: 'delivered' }
  /** The envelope is tried again. */
  | {
      readonly kind: 'retry';
      /**
       * `connection`: no connection could be made. `answer`: it broke off, timed out, or the answer says "not now", which may be
       * due to the envelope. `here`: the tunnel could not send it, so ingest is not the cause.
       */
      readonly failed: 'connection' | 'answer' | 'here';
      /** Of ingest's answer. */
      readonly status?: number;
    }
  /** 429: ingest accepted nothing of the envelope. It is sent again when the limit ends. */
  | { readonly kind: 'wait'; readonly hold: Hold; readonly status?: number }
  /** Any other refusal of ingest, or an envelope that cannot be decoded; final. */
  | { readonly kind: 'rejected'; readonly status?: number };

/** A rate limit that holds a whole envelope. */
export interface Hold {
  /** The category that is limited; `all` if everything of the DSN is. */
  readonly category: string;
  /** The time until a part of the envelope is free, in milliseconds. */
  readonly forMs: number;
}

/** A new envelope that the tunnel failed to deliver, and when. */
export type NotedFailure = NewFailure & { readonly failedAt: number };

/** The state of one drain. Each step of delivery is a function over it. */
export interface DrainContext {
  readonly spool: SpoolStore;
  readonly clock: Clock;
  readonly wall: WallHistory;
  readonly deliver: (entry: SpoolEntry) => Promise<RedeliveryResult>;
  /** The limit in force that holds the whole of a stored envelope; `undefined` for none. */
  readonly limitOf: (entry: SpoolEntry) => Promise<Hold | undefined>;
  /** The types of a stored envelope's items. */
  readonly typesOf: (entry: SpoolEntry) => Promise<readonly string[]>;
  readonly onGiveUp: (entry: SpoolEntry, cause: GiveUpCause, status: number | undefined) => unknown;
  readonly onSpoolError: (error: unknown) => void;
  readonly destinationOf: (dsn: string) => string;
  /** Reads the key by which an envelope keeps its order; `undefined` if all of a DSN keep theirs. */
  readonly orderKeyOf: ((entry: SpoolEntry) => Promise<string | undefined>) | undefined;
  readonly maxAgeMs: number;
  /** `abandoned`: `stop` no longer waits for the deliveries under way. */
  state: 'idle' | 'running' | 'stopping' | 'abandoned';
  readonly outages: Outages;
  readonly pauses: Pauses;
  readonly places: Places;
  readonly rate: DrainRate;
  /** Starts work on a lane in which an envelope was stored. */
  readonly wakeLane: (key: string) => void;
  /** The lanes being worked on, by key. */
  readonly lanes: Map<string, Lane>;
  /** Resolves when the work on a lane ends, by key. */
  readonly finished: Map<string, Promise<void>>;
  /** The number of main lanes, by destination: only they try it during an outage. */
  readonly triers: Map<string, number>;
  /** The last failure of a new envelope, by destination. */
  readonly newFailures: Map<string, NotedFailure>;
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

/**
 * Notes that ingest accepted an envelope: an outage is over, and envelopes of this DSN that failed before it was sent may be
 * the cause.
 */
export function noteDelivered(
  context: DrainContext,
  { dsn, destination }: Pick<Lane, 'dsn' | 'destination'>,
  sentAt: number,
): void {
  noteReached(context, destination);
  for (const lane of context.lanes.values()) {
    if (lane.dsn === dsn && notePassed(lane, sentAt)) context.pauses.wake(lane);
  }
}

/** Notes that ingest answered: an outage is over. */
export function noteReached({ outages, lanes, pauses }: DrainContext, destination: string): void {
  if (!outages.reach(destination)) return;
  for (const lane of lanes.values()) {
    if (lane.destination === destination) pauses.wake(lane);
  }
}

function countTrier(context: DrainContext, lane: Lane, by: 1 | -1): void {
  const { destination } = lane;
  if (isMain(lane)) context.triers.set(destination, (context.triers.get(destination) ?? 0) + by);
}
