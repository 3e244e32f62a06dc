import type { NewFailure } from '../send/spooling.ts';
import { createWallHistory, type WallHistory } from '../clock/wall-history.ts';
import type { Clock } from '../clock/clock.ts';
import type { SpoolEntry, SpoolStore } from '../stores/stores.ts';
import { ignoreFailure } from './ignore-failure.ts';
import { backOffMs } from './back-off.ts';
import { createLane, notePassed, type Lane } from './lane.ts';
import { workOnLane, type GiveUpCause, type LaneHost, type Verdict } from './lane-worker.ts';
import { parseLaneKey } from './lane-name.ts';
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

/** Creates a {@link Drain}. It holds no timer and does nothing while there is nothing to deliver. */
export function createDrain({
  spool,
  clock,
  wall = createWallHistory(clock),
  deliver,
  onGiveUp = () => undefined,
  onSpoolError = () => undefined,
  destinationOf = (dsn) => dsn,
  maxAgeMs = DAY_MS,
  delayMs = 10,
}: DrainOptions): Drain {
  const outages = createOutages();
  const pauses = createPauses(clock);
  const lanes = new Map<string, Lane>();
  const finished = new Map<string, Promise<void>>();
  /** How many lanes of level 0 a destination has: only they try it during an outage. */
  const triers = new Map<string, number>();
  const newFailures = new Map<string, NewFailure & { readonly failedAt: number }>();
  let state: 'idle' | 'running' | 'stopping' | 'abandoned' = 'idle';

  const triersOf = (destination: string): number => triers.get(destination) ?? 0;

  /** What has failed before has failed by itself. */
  const reach = (dsn: string, destination: string): void => {
    const wasOut = outages.reach(destination);
    for (const lane of lanes.values()) {
      const isToTry = lane.dsn === dsn && notePassed(lane);
      if (isToTry || (wasOut && lane.destination === destination)) pauses.wake(lane);
    }
  };

  const wake = (key: string): void => {
    if (state !== 'running') return;
    const present = lanes.get(key);
    if (present !== undefined) {
      present.wakes += 1;
      return;
    }
    const name = parseLaneKey(key);
    const lane = createLane(name, key, destinationOf(name.dsn));
    lanes.set(key, lane);
    count(lane, 1);
    finished.set(key, workOnLane(host, lane));
  };

  const count = ({ level, destination }: Lane, by: 1 | -1): void => {
    if (level === 0) triers.set(destination, triersOf(destination) + by);
  };

  /** Begins with what waits, as soon as the spool says what that is. */
  const begin = async (attempts: number): Promise<void> => {
    if (state !== 'running') return;
    try {
      for (const key of spool.pendingDsns()) wake(key);
    } catch (error) {
      await ignoreFailure(() => onSpoolError(error));
      await pauses.pause(host, backOffMs(attempts));
      await begin(attempts + 1);
    }
  };

  const leave = (lane: Lane): void => {
    lanes.delete(lane.key);
    finished.delete(lane.key);
    count(lane, -1);
  };

  const host: LaneHost = {
    spool,
    clock,
    wall,
    deliver,
    onGiveUp,
    onSpoolError,
    maxAgeMs,
    delayMs,
    outages,
    pauses,
    isRunning: () => state === 'running',
    isAbandoned: () => state === 'abandoned',
    triersOf,
    newSuspectAt: (destination) => {
      const failure = newFailures.get(destination);
      return failure !== undefined && outages.suspectOf(destination) === failure ? failure : undefined;
    },
    reach,
    wake,
    leave,
    limitedUntil: new Map(),
  };

  return {
    start: () => {
      if (state !== 'idle') return;
      state = 'running';
      void begin(1);
    },
    stop: async (signal) => {
      if (state !== 'abandoned') state = 'stopping';
      pauses.end();
      await raceAbort(Promise.all(finished.values()), signal);
      state = 'abandoned';
    },
    wake,
    isOut: (dsn) => {
      const destination = destinationOf(dsn);
      return outages.isOut(destination, clock.monotonicNow(), triersOf(destination));
    },
    letsNewTry: (dsn) => {
      if (outages.isQuiet()) return true;
      const destination = destinationOf(dsn);
      return outages.letsNewTry(destination, clock.monotonicNow(), triersOf(destination));
    },
    noteFailure: (failure) => {
      const destination = destinationOf(failure.dsn);
      const failedAt = clock.monotonicNow();
      const noted = { ...failure, failedAt };
      newFailures.set(destination, noted);
      outages.fail(destination, { who: noted, isConnection: failure.isConnection }, failedAt);
    },
    noteTaken: (dsn) => {
      if (lanes.size > 0 || !outages.isQuiet()) reach(dsn, destinationOf(dsn));
    },
  };
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
