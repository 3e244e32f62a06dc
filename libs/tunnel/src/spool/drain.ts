import { createWallHistory, type WallHistory } from '../steps/wall-history.ts';
import type { Clock } from '../steps/watch.ts';
import type { SpoolEntry, SpoolStore } from '../stores/stores.ts';
import { backOffMs, LONGEST_PAUSE_MS } from './back-off.ts';
import { createOutages } from './outages.ts';
import { createPauses } from './pauses.ts';

/** What became of one redelivery. */
export type Verdict =
  | { readonly kind: 'delivered' }
  /** Unreachable, timed out, 502, 503 or 504: it is tried again. */
  | { readonly kind: 'retry' }
  /** 429: final for this envelope (PROTOCOL §4.2), which ingest counts; the others of its DSN wait (§6). */
  | { readonly kind: 'wait'; readonly forMs: number }
  /** Any other refusal; final. */
  | { readonly kind: 'rejected'; readonly status: number };

/** Why an acknowledged envelope was given up, in the words of client reports (PROTOCOL §5). */
export type DrainDiscardReason = 'cache_overflow' | 'send_error';

/** How a drain is set up. */
export interface DrainOptions {
  spool: SpoolStore;
  clock: Clock;
  /** By which envelopes age; the one their dates were written by. */
  wall?: WallHistory;
  /** Tries once to deliver. A rejection counts as `retry`. */
  deliver: (entry: SpoolEntry) => Promise<Verdict>;
  /** Is told of every envelope given up, while its bytes can still be read; it is waited for, its failure ignored. */
  onDiscard?: (entry: SpoolEntry, reason: DrainDiscardReason) => unknown;
  /** Is told when the spool itself fails; the drain then backs off as it does from ingest. */
  onSpoolError?: (error: unknown) => void;
  /** DSNs of one destination share its outages. Default: each DSN is a destination of its own. */
  destinationOf?: (dsn: string) => string;
  /** Envelopes held longer are given up, in milliseconds. Default 24 hours, as Relay's `max_envelope_delay_secs`. */
  maxAgeMs?: number;
  /**
   * Deliveries of a DSN begin at least so many milliseconds apart. Default 10: a recovering ingest sees at most 100
   * requests a second, one at a time, and a million envelopes take under three hours. The 100 of PROTOCOL §6 are
   * meant for one browser and would take 28.
   */
  delayMs?: number;
}

/** Empties a spool: each DSN in order, one envelope at a time, independent of the others. */
export interface Drain {
  /** Begins with what waits already. A drain that was stopped stays stopped. */
  readonly start: () => void;
  /** Begins no more deliveries; resolves when those under way have ended, or once the signal aborts. */
  readonly stop: (signal?: AbortSignal) => Promise<void>;
  /** Something was appended for this DSN. */
  readonly wake: (dsn: string) => void;
  /**
   * Whether the DSN's destination is known to be unreachable: new envelopes then go to the spool at once, behind those
   * that wait, and nobody waits for a time-out. `false` as soon as nothing is left to try with, so that the next
   * envelope tries itself.
   */
  readonly isOut: (dsn: string) => boolean;
  /** The tunnel itself could not reach the DSN's destination; the first redelivery follows a second later. */
  readonly noteOutage: (dsn: string) => void;
}

const DAY_MS = 86_400_000;

interface Worker {
  /** How often it was told that something was appended. */
  wakes: number;
  /** The oldest envelope is done with, but the spool failed to forget it. */
  mustRemove: boolean;
  spoolFailures: number;
  /** When the last delivery began, by the monotonic clock. */
  startedAt: number;
  /** Rate limited until then, by the monotonic clock. */
  waitUntilMs: number;
}

const RETRY: Verdict = { kind: 'retry' };

/** Creates a {@link Drain}. It holds no timer and does nothing while there is nothing to deliver. */
export function createDrain({
  spool,
  clock,
  wall = createWallHistory(clock),
  deliver,
  onDiscard = () => undefined,
  onSpoolError = () => undefined,
  destinationOf = (dsn) => dsn,
  maxAgeMs = DAY_MS,
  delayMs = 10,
}: DrainOptions): Drain {
  const outages = createOutages();
  const pauses = createPauses(clock);
  const workers = new Map<string, Worker>();
  const finished = new Map<string, Promise<void>>();
  const workerCounts = new Map<string, number>();
  let state: 'idle' | 'running' | 'stopping' | 'abandoned' = 'idle';
  // Functions, as the state changes while others wait.
  const isRunning = (): boolean => state === 'running';
  const isAbandoned = (): boolean => state === 'abandoned';

  const workersOf = (destination: string): number => workerCounts.get(destination) ?? 0;

  /** Does what belongs to the spool; a failure is told and backed off from. */
  const withSpool = async <T>(
    worker: Worker,
    work: () => Promise<T>,
  ): Promise<{ readonly value: T } | undefined> => {
    try {
      const value = await work();
      worker.spoolFailures = 0;
      return { value };
    } catch (error) {
      worker.spoolFailures += 1;
      await attempt(() => onSpoolError(error));
      await pauses.pause(backOffMs(worker.spoolFailures));
      return undefined;
    }
  };

  const remove = async (dsn: string, worker: Worker): Promise<void> => {
    worker.mustRemove = true;
    if ((await withSpool(worker, () => spool.remove(dsn))) !== undefined) worker.mustRemove = false;
  };

  const isExpired = ({ receivedAt }: SpoolEntry): boolean => wall.ageOf(receivedAt) > maxAgeMs;

  /** Whether the delivery may begin now. If not, it has paused, and everything is to be looked at anew. */
  const isAdmitted = async (dsn: string, worker: Worker): Promise<boolean> => {
    const now = clock.monotonicNow();
    const heldMs = Math.max(worker.waitUntilMs, worker.startedAt + delayMs) - now;
    if (heldMs > 0) {
      // In slices, so that what expires meanwhile does not stay on the disk.
      await pauses.pause(Math.min(heldMs, LONGEST_PAUSE_MS));
      return false;
    }
    const destination = destinationOf(dsn);
    if (outages.wasTriedBy(destination, dsn) && workersOf(destination) > 1) {
      // Another DSN goes first: an envelope that always times out must not pass for an outage of all.
      await pauses.pause(0);
    }
    if (!isRunning()) return false;
    const admission = outages.admit(destination, dsn, clock.monotonicNow());
    if (admission.kind === 'pause') await pauses.pause(admission.delayMs);
    if (admission.kind === 'await') await admission.isOver;
    return admission.kind === 'go' || admission.kind === 'probe';
  };

  const redeliver = async (dsn: string, entry: SpoolEntry, worker: Worker): Promise<void> => {
    worker.startedAt = clock.monotonicNow();
    const verdict = (await attempt(() => deliver(entry))) ?? RETRY;
    if (isAbandoned()) return;
    outages.settle(destinationOf(dsn), dsn, verdict.kind !== 'retry', clock.monotonicNow());
    if (verdict.kind === 'retry') return;
    if (verdict.kind === 'wait') worker.waitUntilMs = clock.monotonicNow() + verdict.forMs;
    if (verdict.kind === 'rejected') await attempt(() => onDiscard(entry, 'send_error'));
    await remove(dsn, worker);
  };

  const leave = (dsn: string): void => {
    const destination = destinationOf(dsn);
    workers.delete(dsn);
    finished.delete(dsn);
    workerCounts.set(destination, workersOf(destination) - 1);
  };

  const work = async (dsn: string, worker: Worker): Promise<void> => {
    while (isRunning()) {
      if (worker.mustRemove) {
        await remove(dsn, worker);
        continue;
      }
      const { wakes } = worker;
      const peeked = await withSpool(worker, () => spool.peek(dsn));
      if (peeked === undefined) continue;
      const entry = peeked.value;
      if (entry === undefined) {
        // Nothing is awaited between this look and the leaving, so no wake is missed.
        if (worker.wakes === wakes) break;
      } else if (isExpired(entry)) {
        await attempt(() => onDiscard(entry, 'cache_overflow'));
        await remove(dsn, worker);
      } else if (await isAdmitted(dsn, worker)) {
        await redeliver(dsn, entry, worker);
      }
    }
    leave(dsn);
  };

  const wake = (dsn: string): void => {
    if (!isRunning()) return;
    const present = workers.get(dsn);
    if (present !== undefined) {
      present.wakes += 1;
      return;
    }
    const worker: Worker = {
      wakes: 0,
      mustRemove: false,
      spoolFailures: 0,
      startedAt: -Infinity,
      waitUntilMs: -Infinity,
    };
    const destination = destinationOf(dsn);
    workers.set(dsn, worker);
    workerCounts.set(destination, workersOf(destination) + 1);
    finished.set(dsn, work(dsn, worker));
  };

  return {
    start: () => {
      if (state !== 'idle') return;
      state = 'running';
      for (const dsn of spool.pendingDsns()) wake(dsn);
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
      return outages.isOut(destination, clock.monotonicNow(), workersOf(destination));
    },
    noteOutage: (dsn) => {
      outages.note(destinationOf(dsn), clock.monotonicNow());
    },
  };
}

/** What the host's callbacks fail with changes nothing here. */
async function attempt<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
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
