import { callSafely } from '../call-safely.ts';
import { createDeferred, type Deferred } from '../deferred.ts';
import { requireInteger } from '../options.ts';
import { createJobKey } from './job-key.ts';
import {
  PRIORITIES,
  requireKind,
  requirePriority,
  type PrefetchHandle,
  type PrefetchKind,
  type PrefetchPriority,
} from './job.ts';
import type { PrefetchScheduler } from './scheduler.ts';

/** Of 8,000 octets that everyone should be able to handle in an address (RFC 9110, 4.1), with room for the rest of it. */
const MAX_URL_LENGTH = 7_000;

/** Fetches many paths in few requests, for hosts that can answer for several routes at once. */
export interface PathBatches<Value> {
  /**
   * Asks for a path, or joins those who have. All that is asked for in one task at one priority travels together; a
   * navigation waits for nobody. Throws a RangeError at what is no priority.
   *
   * The promise rejects with a `RangeError` where the path alone is longer than an address may be, and with an `Error`
   * where the answer to the batch does not mention it. `cancel` leaves the other paths of the batch alone; the request is
   * aborted when all have been cancelled. `bump` raises the whole batch, since it is one request; a navigation leaves a
   * batch that still waits and goes alone.
   */
  request(path: string, priority?: PrefetchPriority): PrefetchHandle<Value>;
}

/** Options of {@link createPathBatches}. */
export interface PathBatchesOptions<Value> {
  /** Runs each batch as one job. It may have other jobs, of other values. */
  readonly scheduler: Pick<PrefetchScheduler<unknown>, 'schedule'>;
  /** Sends one request for these paths. What is missing from its answer counts as failed. */
  readonly fetchPaths: (
    paths: readonly string[],
    request: { readonly signal: AbortSignal },
  ) => Promise<ReadonlyMap<string, Value>>;
  /** Which limit a batch counts towards. Default `route`. */
  readonly kind?: PrefetchKind | undefined;
  /** Paths in one request. Default 50. */
  readonly maxPaths?: number | undefined;
  /** Characters that the paths of one request may add to its address. Default 7 000. */
  readonly maxUrlLength?: number | undefined;
  /** Characters that one path adds to the address. Default those of `&p=` and the encoded path. */
  readonly urlLengthOf?: ((path: string) => number) | undefined;
}

interface Entry<Value> {
  readonly path: string;
  readonly length: number;
  readonly waiters: Set<Deferred<Value>>;
  priority: PrefetchPriority;
  batch: Batch<Value> | undefined;
}

interface Batch<Value> {
  readonly entries: Set<Entry<Value>>;
  handle: PrefetchHandle<unknown> | undefined;
  /** Of the run in flight, unless it was interrupted. */
  signal: AbortSignal | undefined;
  answer: ReadonlyMap<string, Value> | undefined;
}

/** Cuts a list where the next path would make its request too large. */
function cut<Value>(
  entries: readonly Entry<Value>[],
  maxPaths: number,
  maxUrlLength: number,
): Entry<Value>[][] {
  const batches: Entry<Value>[][] = [];
  let batch: Entry<Value>[] = [];
  let length = 0;
  for (const entry of entries) {
    if (batch.length === 0 || batch.length === maxPaths || length + entry.length > maxUrlLength) {
      batch = [];
      length = 0;
      batches.push(batch);
    }
    batch.push(entry);
    length += entry.length;
  }
  return batches;
}

/**
 * Turns many wishes into few jobs, as React Router does for its manifest, which gives up a list that is too long for an
 * address; here it is cut.
 *
 * @throws RangeError when `maxPaths` or `maxUrlLength` is not an integer of at least 1, or `kind` is none
 */
export function createPathBatches<Value>({
  scheduler,
  fetchPaths,
  kind = 'route',
  maxPaths = 50,
  maxUrlLength = MAX_URL_LENGTH,
  urlLengthOf,
}: PathBatchesOptions<Value>): PathBatches<Value> {
  requireKind(kind);
  requireInteger('maxPaths', maxPaths, 1);
  requireInteger('maxUrlLength', maxUrlLength, 1);
  const entries = new Map<string, Entry<Value>>();
  let pending = new Set<Entry<Value>>();

  /** The request is given up when nobody waits for any of its paths. */
  function leaveBatch(entry: Entry<Value>): void {
    const { batch } = entry;
    if (batch?.entries.delete(entry) === true && batch.entries.size === 0) batch.handle?.cancel();
    entry.batch = undefined;
  }

  function settle(entry: Entry<Value>, finish: (waiter: Deferred<Value>) => void): void {
    entries.delete(entry.path);
    entry.waiters.forEach(finish);
    entry.waiters.clear();
  }

  function deliver({ entries: asked, answer }: Batch<Value>): void {
    for (const entry of asked) {
      const { path } = entry;
      settle(entry, (waiter) => {
        if (answer?.has(path) === true) waiter.resolve(answer.get(path) as Value);
        else waiter.reject(new Error(`the answer does not mention ${path}`));
      });
    }
  }

  function send(sent: readonly Entry<Value>[], priority: PrefetchPriority): void {
    const batch: Batch<Value> = {
      entries: new Set(sent),
      handle: undefined,
      signal: undefined,
      answer: undefined,
    };
    for (const entry of sent) entry.batch = batch;
    batch.handle = scheduler.schedule({
      // A batch is joined here, never by its key.
      key: createJobKey(),
      kind,
      priority,
      async run({ signal }) {
        batch.signal = signal;
        // Some may have been cancelled while the batch waited.
        const paths = Array.from(batch.entries, ({ path }) => path);
        batch.answer = await fetchPaths(paths, { signal });
      },
    });
    batch.handle.promise.then(
      () => deliver(batch),
      (reason: unknown) => {
        for (const entry of batch.entries) settle(entry, (waiter) => waiter.reject(reason));
      },
    );
  }

  function flush(): void {
    const asked = [...pending];
    pending = new Set();
    for (const priority of PRIORITIES) {
      const equals = asked.filter((entry) => entry.priority === priority);
      for (const batch of cut(equals, maxPaths, maxUrlLength)) send(batch, priority);
    }
  }

  function raise(entry: Entry<Value>, priority: PrefetchPriority): void {
    const { batch } = entry;
    const isInFlight = batch?.signal?.aborted === false;
    if (priority === 'navigation' && !isInFlight) {
      pending.delete(entry);
      leaveBatch(entry);
      send([entry], priority);
    } else if (batch !== undefined) batch.handle?.bump(priority);
    else if (PRIORITIES.indexOf(priority) < PRIORITIES.indexOf(entry.priority)) entry.priority = priority;
  }

  function createEntry(path: string): Entry<Value> {
    const length = callSafely(urlLengthOf, path) ?? '&p='.length + encodeURIComponent(path).length;
    const entry: Entry<Value> = {
      path,
      length,
      waiters: new Set(),
      priority: 'background',
      batch: undefined,
    };
    if (length > maxUrlLength) return entry;
    entries.set(path, entry);
    if (pending.size === 0) void Promise.resolve().then(flush);
    pending.add(entry);
    return entry;
  }

  return {
    request(path, priority = 'viewport') {
      requirePriority(priority);
      const entry = entries.get(path) ?? createEntry(path);
      const waiter = createDeferred<Value>();
      // A handle may be kept only to cancel or to bump.
      waiter.promise.catch(() => undefined);
      if (entry.length > maxUrlLength) {
        waiter.reject(
          new RangeError(`${path} takes ${entry.length} characters; accepted: at most ${maxUrlLength}`),
        );
      } else {
        entry.waiters.add(waiter);
        raise(entry, priority);
      }
      return {
        promise: waiter.promise,
        cancel() {
          if (!entry.waiters.delete(waiter)) return;
          waiter.reject(new DOMException('This prefetch was cancelled', 'AbortError'));
          if (entry.waiters.size > 0) return;
          entries.delete(path);
          pending.delete(entry);
          leaveBatch(entry);
        },
        bump(raised) {
          requirePriority(raised);
          if (entry.waiters.has(waiter)) raise(entry, raised);
        },
      };
    },
  };
}
