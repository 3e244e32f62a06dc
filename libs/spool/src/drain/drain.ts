import type { GiveUpCause, NewFailure } from './causes.ts';
import { createWallHistory, ignoreFailure, type Clock, type WallHistory } from '@adit/envelope';
import type { SpoolEntry, SpoolStore } from '../stores/stores.ts';
import { backOffMs } from './back-off.ts';
import {
  isAbandoned,
  isRunning,
  noteDelivered,
  triersOf,
  type DrainContext,
  type Hold,
  type RedeliveryResult,
} from './drain-context.ts';
import { createDrainRate } from './drain-rate.ts';
import { wakeLane } from './lane-worker.ts';
import { addDropRule, type DropRule } from './drop-rules.ts';
import { laneKey } from './lane-name.ts';
import { createOutages } from './outages.ts';
import { onNewAccepted } from './pace.ts';
import { createPauses } from './pauses.ts';
import { createPlaces } from './places.ts';

/** How a drain is set up. */
export interface DrainOptions {
  spool: SpoolStore;
  clock: Clock;
  /** The clock that measures the age of envelopes. It must be the one that dated them. */
  wall?: WallHistory;
  /** Tries once to deliver. A rejection counts as an envelope that could not be sent. */
  deliver: (entry: SpoolEntry) => Promise<RedeliveryResult>;
  /** Finds the rate limit that holds a whole envelope. Default: none. */
  limitOf?: (entry: SpoolEntry) => Promise<Hold | undefined>;
  /** Reads the types of a stored envelope's items. Default: none. */
  typesOf?: (entry: SpoolEntry) => Promise<readonly string[]>;
  /**
   * Called and awaited for each envelope given up, with the last status of ingest, while its bytes can still be read.
   * Errors it throws are ignored.
   */
  onGiveUp?: (entry: SpoolEntry, cause: GiveUpCause, status: number | undefined) => unknown;
  /** Called if the spool fails. The drain then pauses as it does if ingest fails. */
  onSpoolError?: (error: unknown) => void;
  /** DSNs of one destination share its outages. Default: each DSN is a destination of its own. */
  destinationOf?: (dsn: string) => string;
  /** Envelopes stored for longer are given up, in milliseconds. Default 24 hours, as Relay's `max_envelope_delay_secs`. */
  maxAgeMs?: number;
  /**
   * Reads the key by which an envelope keeps its order: envelopes of a DSN with the same key are delivered one after the
   * other, those without a key at any time. Default: all of a DSN keep their order, so one is delivered at a time.
   */
  orderKeyOf?: (entry: SpoolEntry) => Promise<string | undefined>;
}

/**
 * Empties a spool: each DSN independently of the others. While ingest accepts what it gets, more and more envelopes are
 * delivered at once, up to 32 of a DSN and some 1,000 a second in all; after a failure or a rate limit, and if fewer than 64
 * of a DSN wait, one at a time.
 * Envelopes with the same order key are delivered in order. An envelope that fails while others pass is put aside and tried
 * later. An envelope held by a limit waits for its end; free envelopes behind it are delivered.
 */
export interface Drain {
  /** Starts delivering. A stopped drain stays stopped. */
  readonly start: () => void;
  /**
   * Starts no more deliveries, except of envelopes that others have passed while they waited for their turn. Resolves when
   * these and those under way have ended, or the signal aborts.
   */
  readonly stop: (signal?: AbortSignal) => Promise<void>;
  /** Notes that an envelope of this DSN was stored. */
  readonly wake: (dsn: string) => void;
  /** Whether the DSN's destination is unreachable; `false` if no stored envelope is left to try it with. */
  readonly isOut: (dsn: string) => boolean;
  /**
   * Whether a new envelope should be sent. If not, it is stored at once, behind the waiting ones, so that no client
   * waits for a time-out. During an outage one new envelope is sent in each pause.
   */
  readonly letsNewTry: (dsn: string) => boolean;
  /** Notes that the tunnel failed to deliver a new envelope. */
  readonly noteFailure: (failure: NewFailure) => void;
  /** Notes that the tunnel delivered a new envelope. */
  readonly noteTaken: (dsn: string) => void;
  /** Stored envelopes that were delivered a second, in the last half minute or since the first of them. */
  readonly deliveredPerS: () => number;
  /** Pauses or resumes the delivery of stored envelopes. */
  readonly hold: (isHeld: boolean) => void;
  readonly isHeld: () => boolean;
  /** Retries all waiting envelopes at once, except those held by rate limits. */
  readonly flush: () => void;
  /** Drops the stored envelopes that match, each when it becomes the oldest of its lane. */
  readonly drop: (rule: Omit<DropRule, 'untilMs'>) => void;
}

const DAY_MS = 86_400_000;

/** Creates a {@link Drain}. It sets no timer while there is nothing to deliver. */
export function createDrain(options: DrainOptions): Drain {
  const context = createDrainContext(options);
  return {
    start: () => {
      startDrain(context);
    },
    stop: (signal) => stopDrain(context, signal),
    wake: (dsn) => {
      wakeLane(context, dsn);
    },
    isOut: (dsn) => isOut(context, dsn),
    letsNewTry: (dsn) => letsNewTry(context, dsn),
    noteFailure: (failure) => {
      noteFailure(context, failure);
    },
    noteTaken: (dsn) => {
      noteTaken(context, dsn);
    },
    deliveredPerS: context.rate.perSecond,
    hold: (isHeld) => {
      context.isHeld = isHeld;
      context.pauses.wakeAll();
    },
    isHeld: () => context.isHeld,
    flush: () => {
      context.outages.hurry();
      for (const lane of context.lanes.values()) lane.isHurried = true;
      context.pauses.wakeAll();
    },
    drop: (rule) => {
      const untilMs = context.wall.now();
      context.dropRules = addDropRule(context.dropRules, { ...rule, untilMs }, context.maxAgeMs);
      context.pauses.wakeAll();
    },
  };
}

function createDrainContext({
  spool,
  clock,
  wall = createWallHistory(clock),
  deliver,
  limitOf = () => Promise.resolve(undefined),
  typesOf = () => Promise.resolve([]),
  onGiveUp = () => undefined,
  onSpoolError = () => undefined,
  destinationOf = (dsn) => dsn,
  maxAgeMs = DAY_MS,
  orderKeyOf,
}: DrainOptions): DrainContext {
  const pauses = createPauses(clock);
  const context: DrainContext = {
    spool,
    clock,
    wall,
    deliver,
    limitOf,
    typesOf,
    onGiveUp,
    onSpoolError,
    destinationOf,
    orderKeyOf,
    maxAgeMs,
    state: 'idle',
    outages: createOutages(),
    pauses,
    places: createPlaces(pauses.wake),
    rate: createDrainRate(clock),
    wakeLane: (key) => {
      wakeLane(context, key);
    },
    lanes: new Map(),
    finished: new Map(),
    triers: new Map(),
    newFailures: new Map(),
    isHeld: false,
    dropRules: [],
  };
  return context;
}

function startDrain(context: DrainContext): void {
  if (context.state !== 'idle') return;
  context.state = 'running';
  context.spool.watch?.((key) => {
    wakeLane(context, key);
  });
  void wakeStored(context, 1);
}

/** Starts on the envelopes that were stored before, as soon as the spool names their DSNs. */
async function wakeStored(context: DrainContext, attempt: number): Promise<void> {
  if (!isRunning(context)) return;
  try {
    for (const key of context.spool.pendingDsns()) wakeLane(context, key);
  } catch (error) {
    await ignoreFailure(() => context.onSpoolError(error));
    await context.pauses.pause(context, backOffMs(attempt));
    await wakeStored(context, attempt + 1);
  }
}

async function stopDrain(context: DrainContext, signal: AbortSignal | undefined): Promise<void> {
  if (!isAbandoned(context)) context.state = 'stopping';
  context.pauses.end();
  await raceAbort(Promise.all(context.finished.values()), signal);
  context.state = 'abandoned';
}

function isOut(context: DrainContext, dsn: string): boolean {
  const { outages, clock } = context;
  const destination = context.destinationOf(dsn);
  return outages.isOut(destination, clock.monotonicNow(), triersOf(context, destination));
}

function letsNewTry(context: DrainContext, dsn: string): boolean {
  const { outages, clock } = context;
  if (outages.isQuiet()) return true;
  const destination = context.destinationOf(dsn);
  return outages.letsNewTry(destination, clock.monotonicNow(), triersOf(context, destination));
}

function noteFailure(context: DrainContext, failure: NewFailure): void {
  const destination = context.destinationOf(failure.dsn);
  const failedAt = context.clock.monotonicNow();
  const noted = { ...failure, failedAt };
  context.newFailures.set(destination, noted);
  context.outages.fail(destination, { who: noted, isConnection: failure.isConnection }, failedAt);
}

function noteTaken(context: DrainContext, dsn: string): void {
  if (context.lanes.size === 0 && context.outages.isQuiet()) return;
  const now = context.clock.monotonicNow();
  const lane = context.lanes.get(laneKey({ dsn, level: 0, limited: undefined }));
  if (lane !== undefined) lane.pace = onNewAccepted(lane.pace, now);
  noteDelivered(context, { dsn, destination: context.destinationOf(dsn) }, now);
}

async function raceAbort(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) {
    await work;
    return;
  }
  let abort!: () => void;
  const aborted = new Promise<void>((resolve) => (abort = resolve));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  await Promise.race([work, aborted]);
  signal.removeEventListener('abort', abort);
}
