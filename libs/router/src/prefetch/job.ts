import { createDeferred, type Deferred } from '../deferred.ts';
import { requireOneOf } from '../options.ts';
import type { PrefetchKind, PrefetchPriority } from '../prefetch-types.ts';
import type { JobQueue, Placed } from './job-queue.ts';

/** The argument of a run. */
export interface PrefetchRun {
  /**
   * Aborts when all callers have cancelled, and when a navigation interrupts the run. Created when it is first read.
   */
  readonly signal: AbortSignal;
}

/** One prefetch to run when a slot is free. */
export interface PrefetchJob<Value> {
  /** Jobs with the same key, waiting or in flight, share one run. */
  readonly key: string;
  /** The limit that applies besides the common one. */
  readonly kind: PrefetchKind;
  /** Its place in the order. */
  readonly priority: PrefetchPriority;
  /** Whether a navigation may interrupt the run, which is then repeated. Default `true`. */
  readonly abortable?: boolean | undefined;
  /** Does the work. The slot is held until the promise settles. Called again after an interruption. */
  readonly run: (run: PrefetchRun) => Promise<Value>;
}

/** One caller's share in a job. */
export interface PrefetchHandle<Value> {
  /**
   * Settles as the run does, which a navigation may interrupt and repeat; rejects with an `AbortError` after `cancel`.
   * Never reported as unhandled.
   */
  readonly promise: Promise<Value>;
  /** Gives up this share. The last one removes a waiting job from the queue and aborts a running one. */
  cancel(): void;
  /**
   * Raises the priority. It changes the order only, never the limits, except that `navigation` starts the job at once.
   * Throws a RangeError if the priority is unknown.
   */
  bump(priority: PrefetchPriority): void;
}

/** The ranks of the priorities in the queue. */
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

/** A group that is counted together: prefetches of a kind, or navigations. */
export interface Count {
  inFlight: number;
}

/**
 * The prefetches of a kind. Each job refers to its own, because a look-up by a variable name is slow in every engine.
 */
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
  /** Settled for callers that read their promise; most handles are kept only to cancel or to bump. */
  waiters: Deferred<Value>[] | undefined;
  /** The settled run. */
  outcome: Promise<Value> | undefined;
  /** Settled, or given up by all callers. */
  over: boolean;
}

/**
 * One run of a job. A signal costs more than the rest of a job, so it is created only if it is read. Fields are only
 * declared: defining and assigning them takes a cold browser twice as long.
 */
export class JobRun<Value> implements PrefetchRun {
  declare readonly entry: Entry<Value>;
  /** The group that it counts towards. */
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

/** The result of a run; one that throws synchronously counts as failed. */
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
  /** Gives a job a higher rank, and the place of a newly scheduled one. */
  readonly raise: (entry: Entry<Value>, priority: keyof typeof RANKS) => void;
  /** Makes a job the navigation. */
  readonly navigate: (entry: Entry<Value>) => void;
  /** Called after a share is given up. */
  readonly release: (entry: Entry<Value>) => void;
}

/** A class, so that ten thousand handles share their methods and create a promise only for callers that read it. */
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
