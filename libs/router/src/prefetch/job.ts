import { createDeferred, type Deferred } from '../deferred.ts';
import { requireOneOf } from '../options.ts';
import type { PrefetchKind, PrefetchPriority } from '../prefetch-types.ts';
import type { JobQueue, Placed } from './job-queue.ts';

/** What a run is handed. */
export interface PrefetchRun {
  /** Aborts when everyone who asked has cancelled, and when a navigation interrupts the run. Made when it is first read. */
  readonly signal: AbortSignal;
}

/** One prefetch to run when there is room. */
export interface PrefetchJob<Value> {
  /** Jobs with the same key, waiting or in flight, share one run. A prefetcher's keys begin with `adit-prefetch`. */
  readonly key: string;
  /** Which limit applies besides the common one. */
  readonly kind: PrefetchKind;
  /** Who goes first. */
  readonly priority: PrefetchPriority;
  /** Whether a navigation may interrupt the run, which is then repeated. Default `true`. */
  readonly abortable?: boolean | undefined;
  /** Does the work. The slot is held until the promise settles. Called again after an interruption. */
  readonly run: (run: PrefetchRun) => Promise<Value>;
}

/** One caller's share in a job. */
export interface PrefetchHandle<Value> {
  /** Settles as the run does, which a navigation may interrupt and repeat; rejects with an `AbortError` after `cancel`. Never reported as unhandled. */
  readonly promise: Promise<Value>;
  /** Gives up this share. The last share to go takes a waiting job out of the queue and aborts a running one. */
  cancel(): void;
  /**
   * Raises the priority. It changes the order only, never the limits, except that `navigation` starts the job at once.
   * Throws a RangeError if the priority is unknown.
   */
  bump(priority: PrefetchPriority): void;
}

/** What the priorities are to the queue. */
export const RANKS = { background: 0, viewport: 1, intent: 3 } as const;

/** The rank of an intent that is no longer the newest. */
export const PAST_INTENT = 2;

/** Every priority, the highest first. */
export const PRIORITIES: readonly PrefetchPriority[] = ['navigation', 'intent', 'viewport', 'background'];

/** Throws a RangeError if the kind is unknown. */
export const requireKind = (kind: PrefetchKind): void => requireOneOf('kind', kind, ['route', 'segment']);

/** Throws a RangeError if the priority is unknown. */
export const requirePriority = (priority: PrefetchPriority): void =>
  requireOneOf('priority', priority, PRIORITIES);

/** What is counted together: prefetches of a kind, or navigations. */
export interface Count {
  inFlight: number;
}

/** The prefetches of a kind. Jobs know theirs, because a look-up by a name that varies is slow in every engine. */
export interface Lane<Value> extends Count {
  readonly queue: JobQueue<Entry<Value>>;
  maxInFlight: number;
}

/** A job, from its first caller to its end. */
export interface Entry<Value> extends Placed {
  readonly job: PrefetchJob<Value>;
  readonly lane: Lane<Value>;
  /** Callers who have not cancelled. */
  shares: number;
  /** Those among them who navigate. */
  navigators: number;
  /** In flight, unless the job waits. */
  run: JobRun<Value> | undefined;
  /** Where the promises that were asked for are settled; most handles are kept only to cancel or to bump. */
  waiters: Deferred<Value>[] | undefined;
  /** The settled run. */
  outcome: Promise<Value> | undefined;
  /** Settled, or given up by everyone. */
  over: boolean;
}

/**
 * One run of a job. A signal costs more than all the rest of a job, so it is made for those who read it. Fields are
 * declared only: one that is defined as well as assigned takes a browser that has not warmed up twice as long.
 */
export class JobRun<Value> implements PrefetchRun {
  declare readonly entry: Entry<Value>;
  /** What it counts as. */
  declare countedAs: Count | undefined;
  declare private controller: AbortController | undefined;

  constructor(entry: Entry<Value>) {
    this.entry = entry;
    this.countedAs = undefined;
    this.controller = undefined;
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    return this.controller.signal;
  }

  abort(message: string): void {
    this.controller ??= new AbortController();
    this.controller.abort(abortError(message));
  }
}

const abortError = (message: string): DOMException => new DOMException(message, 'AbortError');

/** What a run comes to; one that throws at once has failed as any other. */
export function promiseOf<Value>(run: JobRun<Value>): Promise<Value> {
  try {
    return Promise.resolve(run.entry.job.run(run));
  } catch (reason) {
    return Promise.resolve().then(() => {
      throw reason;
    });
  }
}

const ignore = (): void => undefined;

/** The scheduler's functions for a handle. */
export interface Actions<Value> {
  /** Gives a job a higher rank, and the place of one that is scheduled now. */
  readonly raise: (entry: Entry<Value>, priority: keyof typeof RANKS) => void;
  /** Makes a job the navigation. */
  readonly navigate: (entry: Entry<Value>) => void;
  /** A share is gone. */
  readonly release: (entry: Entry<Value>) => void;
}

/** A class, so that ten thousand handles share their methods and make a promise only for those who want one. */
export class JobHandle<Value> implements PrefetchHandle<Value> {
  declare private readonly entry: Entry<Value>;
  declare private readonly actions: Actions<Value>;
  declare private deferred: Deferred<Value> | undefined;
  declare private navigates: boolean;
  declare private cancelled: boolean;

  constructor(entry: Entry<Value>, actions: Actions<Value>) {
    this.entry = entry;
    this.actions = actions;
    this.deferred = undefined;
    this.navigates = false;
    this.cancelled = false;
    entry.shares += 1;
  }

  get promise(): Promise<Value> {
    if (this.deferred === undefined) {
      this.deferred = createDeferred();
      // A caller need not wait for a guess.
      this.deferred.promise.catch(ignore);
      if (this.cancelled) this.reject();
      else if (this.entry.outcome === undefined) (this.entry.waiters ??= []).push(this.deferred);
      else this.deferred.resolve(this.entry.outcome);
    }
    return this.deferred.promise;
  }

  cancel(): void {
    const { entry } = this;
    if (this.cancelled || entry.over) return;
    this.cancelled = true;
    this.reject();
    entry.shares -= 1;
    if (this.navigates) entry.navigators -= 1;
    this.actions.release(entry);
  }

  bump(priority: PrefetchPriority): void {
    const { entry } = this;
    if (this.cancelled || entry.over) return;
    if (priority !== 'navigation') this.actions.raise(entry, priority);
    else if (!this.navigates) {
      this.navigates = true;
      entry.navigators += 1;
      this.actions.navigate(entry);
    }
  }

  private reject(): void {
    this.deferred?.reject(abortError('This prefetch was cancelled'));
  }
}
