import { createFakeClock, until, type FakeClock } from '@adit/testing';
import type { PolicyState, PolicyVersion } from '../src/source/watch-context.ts';
import { watchPolicy, type PolicyWatch, type PolicyWatchOptions } from '../src/source/watch-policy.ts';
import { SETTLE_MS } from '../src/source/check-source.ts';
import type { PolicyClock } from '../src/source/clock.ts';

/** The documents of these tests. */
export interface Numbered {
  readonly n: number;
}

/** A watch, and all that it has told. */
export interface WatchRecord {
  readonly watch: PolicyWatch<Numbered | undefined>;
  readonly told: PolicyState[];
  readonly changes: (PolicyVersion & Numbered)[];
  /** The texts that were read, good or not. */
  readonly texts: string[];
  /** The statuses that were told. */
  readonly statuses: () => readonly string[];
}

interface Timer {
  readonly dueAt: number;
  readonly delayMs: number;
  isIdle: boolean;
}

/** Watches on one fake clock. */
export interface WatchBench {
  readonly clock: FakeClock;
  readonly start: (options: Partial<PolicyWatchOptions<Numbered>>) => WatchRecord;
  /** Lets time pass. Before each step, and at the end, every watch waits for time alone and not for its source. */
  readonly run: (ms: number) => Promise<void>;
  /** Timers of all watches that have neither fired nor been cleared. */
  readonly timers: () => readonly Timer[];
  readonly closeAll: () => void;
}

export const textOf = (n: number): string => JSON.stringify({ n });

/** Reads a document of these tests. */
export function readNumbered(text: string): Numbered {
  const value = JSON.parse(text) as Numbered;
  if (typeof value.n !== 'number') throw new TypeError('n is not a number');
  return value;
}

/** Creates a {@link WatchBench}. */
export function createBench(): WatchBench {
  const clock = createFakeClock({ now: 1_000_000 });
  const watched: { timers: Map<number, Timer>; record: WatchRecord; isClosed: boolean }[] = [];
  const timers = (): Timer[] => watched.flatMap((one) => [...one.timers.values()]);
  /** A watch waits for time alone if its next check, or the second look of this one, has a timer. */
  const isQuiet = (): boolean =>
    watched.every(
      (one) =>
        one.isClosed ||
        [...one.timers.values()].some(({ isIdle, delayMs }) => isIdle !== (delayMs === SETTLE_MS)),
    );

  const start: WatchBench['start'] = (options) => {
    const own = new Map<number, Timer>();
    const told: PolicyState[] = [];
    const changes: (PolicyVersion & Numbered)[] = [];
    const texts: string[] = [];
    const { read = readNumbered, onChange, tell } = options;
    const entry = { timers: own, isClosed: false } as (typeof watched)[number];
    const watch = watchPolicy<Numbered>({
      from: '/nowhere',
      clock: recordTimers(clock, own),
      random: () => 1,
      ...options,
      read: (text) => {
        texts.push(text);
        return read(text);
      },
      onChange: (document, about) => {
        changes.push({ ...document, ...about });
        return onChange?.(document, about);
      },
      tell: (state) => {
        told.push(state);
        tell?.(state);
      },
    });
    const close = (): void => {
      entry.isClosed = true;
      watch.close();
    };
    const record: WatchRecord = {
      watch: { ...watch, close },
      told,
      changes,
      texts,
      statuses: () => told.map(({ status }) => status),
    };
    watched.push(Object.assign(entry, { record }));
    return record;
  };
  const run = async (ms: number): Promise<void> => {
    const untilMs = clock.monotonicNow() + ms;
    await until(isQuiet);
    while (clock.monotonicNow() < untilMs) {
      // The host may tell of a change meanwhile, and 200 ms later the next check begins: time must not leap over it.
      const next = Math.min(untilMs, clock.monotonicNow() + SETTLE_MS, ...timers().map(({ dueAt }) => dueAt));
      await clock.advance(next - clock.monotonicNow());
      await until(isQuiet);
    }
  };
  return {
    clock,
    start,
    run,
    timers,
    closeAll: () => {
      for (const { record } of watched) record.watch.close();
    },
  };
}

function recordTimers(clock: FakeClock, own: Map<number, Timer>): PolicyClock {
  return {
    now: clock.now,
    monotonicNow: clock.monotonicNow,
    setTimeout: (callback, delayMs) => {
      const id = clock.setTimeout(() => {
        own.delete(id);
        callback();
      }, delayMs);
      const timer = { dueAt: clock.monotonicNow() + delayMs, delayMs, isIdle: false };
      own.set(id, timer);
      return { id, unref: () => (timer.isIdle = true) };
    },
    clearTimeout: (handle) => {
      const id = (handle as { id: number } | undefined)?.id;
      if (id === undefined) return;
      own.delete(id);
      clock.clearTimeout(id);
    },
  };
}

/** A Redis in memory. `answer` decides how it answers; `asked` has the keys it was asked for. */
export function createKeys(initial: Readonly<Record<string, string>> = {}) {
  const values = new Map(Object.entries(initial));
  const asked: string[] = [];
  const keys = {
    values,
    asked,
    answer: (key: string): Promise<string | null> => Promise.resolve(values.get(key) ?? null),
    from: {
      key: 'policy',
      get: (key: string): Promise<string | null> => {
        asked.push(key);
        return keys.answer(key);
      },
    },
    set: (text: string) => void values.set('policy', text),
  };
  return keys;
}
