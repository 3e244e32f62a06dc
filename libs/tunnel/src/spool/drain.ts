import type { NewFailure } from '../send/spooling.ts';
import { createWallHistory, type WallHistory } from '../clock/wall-history.ts';
import type { Clock } from '../clock/clock.ts';
import type { SpoolEntry, SpoolStore } from '../stores/stores.ts';
import { ignoreFailure } from './ignore-failure.ts';
import { backOffMs } from './back-off.ts';
import {
  isAbandoned,
  isRunning,
  noteDelivered,
  triersOf,
  type DrainContext,
  type GiveUpCause,
  type Verdict,
} from './drain-context.ts';
import { wakeLane } from './lane-worker.ts';
import { createOutages } from './outages.ts';
import { createPauses } from './pauses.ts';

/** How a drain is set up. */
export interface DrainOptions {
  spool: SpoolStore;
  clock: Clock;
  /** By which envelopes age; the one their dates were written by. */
  wall?: WallHistory;
  /** Tries once to deliver. A rejection counts as an envelope that could not be sent. */
  deliver: (entry: SpoolEntry) => Promise<Verdict>;
  /** Is told of every envelope given up, while its bytes can still be read; it is waited for, its failure ignored. */
  onGiveUp?: (entry: SpoolEntry, cause: GiveUpCause) => unknown;
  /** Is told when the spool itself fails; the drain then backs off as it does from ingest. */
  onSpoolError?: (error: unknown) => void;
  /** DSNs of one destination share its outages. Default: each DSN is a destination of its own. */
  destinationOf?: (dsn: string) => string;
  /** Envelopes held longer are given up, in milliseconds. Default 24 hours, as Relay's `max_envelope_delay_secs`. */
  maxAgeMs?: number;
  /**
   * Deliveries of a DSN begin at least so many milliseconds apart. Default 10: a recovering ingest gets at most 100
   * requests a second, one at a time, and a million envelopes take under three hours. The 100 ms that SDKs wait are meant
   * for one browser and would take 28 hours.
   */
  delayMs?: number;
}

/**
 * Empties a spool: each DSN in order, one envelope at a time, independent of the others. An envelope that fails while
 * others pass is put aside and tried later.
 */
export interface Drain {
  /** Begins with what waits already. A drain that was stopped stays stopped. */
  readonly start: () => void;
  /** Begins no more deliveries; resolves when those under way have ended, or once the signal aborts. */
  readonly stop: (signal?: AbortSignal) => Promise<void>;
  /** Something was appended for this DSN. */
  readonly wake: (dsn: string) => void;
  /** Whether the DSN's destination is known to be unreachable; `false` as soon as nothing is left to try with. */
  readonly isOut: (dsn: string) => boolean;
  /**
   * Whether a new envelope is to be sent. If not, it goes to the spool at once, behind those that wait, and nobody waits
   * for a time-out. During an outage one envelope of each pause is to be sent.
   */
  readonly letsNewTry: (dsn: string) => boolean;
  /** The tunnel itself failed to deliver an envelope. */
  readonly noteFailure: (failure: NewFailure) => void;
  /** The tunnel itself has delivered an envelope. */
  readonly noteTaken: (dsn: string) => void;
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
  };
}

function createDrainContext({
  spool,
  clock,
  wall = createWallHistory(clock),
  deliver,
  onGiveUp = () => undefined,
  onSpoolError = () => undefined,
  destinationOf = (dsn) => dsn,
  maxAgeMs = DAY_MS,
  delayMs = 10,
}: DrainOptions): DrainContext {
  return {
    spool,
    clock,
    wall,
    deliver,
    onGiveUp,
    onSpoolError,
    destinationOf,
    maxAgeMs,
    delayMs,
    state: 'idle',
    outages: createOutages(),
    pauses: createPauses(clock),
    lanes: new Map(),
    finished: new Map(),
    triers: new Map(),
    newFailures: new Map(),
    limitedUntil: new Map(),
  };
}

function startDrain(context: DrainContext): void {
  if (context.state !== 'idle') return;
  context.state = 'running';
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
  noteDelivered(context, dsn, context.destinationOf(dsn));
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
