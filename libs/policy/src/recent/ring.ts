import { encodeItem } from './encode-item.ts';
import type { NotedItem, RecentItem } from './recent-item.ts';

/** The time that one sample is drawn from. */
const MINUTE_MS = 60_000;
/** The samples that are kept: those of an hour. */
const MINUTES = 60;
/** The most items of a minute. Of all together: 960 items of at most 2,000 bytes, which is less than 2 MiB. */
const PER_MINUTE = 16;

/** A fair sample of the items of the last hour. A flood takes no more room than that of its own minutes. */
export interface RecentRing {
  /** Counts an item. It is described only if it is drawn; `undefined` leaves it out. Never throws. */
  readonly note: (describe: () => NotedItem | undefined) => void;
  /** The items that are kept, the oldest minute first. */
  readonly items: () => readonly RecentItem[];
}

/** The dependencies of a ring. */
export interface RingOptions {
  /** Milliseconds since the epoch. */
  readonly clock: { now(): number };
  /** A random number from 0 to below 1. Default `Math.random`. */
  readonly random?: () => number;
}

interface Minute {
  /** Minutes since the epoch. */
  number: number;
  /** The items that were judged. */
  seen: number;
  /** Texts in UTF-8: they keep no payload in memory. */
  readonly kept: Uint8Array[];
}

const decoder = new TextDecoder();

/** Creates a {@link RecentRing}. It has at most 2 MiB of items. */
export function createRing({ clock, random = Math.random }: RingOptions): RecentRing {
  const minutes = Array.from({ length: MINUTES }, (): Minute => ({ number: -1, seen: 0, kept: [] }));
  const minuteOf = (number: number): Minute => {
    const minute = minutes[((number % MINUTES) + MINUTES) % MINUTES] as Minute;
    if (minute.number === number) return minute;
    minute.kept.length = 0;
    return Object.assign(minute, { number, seen: 0 });
  };
  return {
    note: (describe) => {
      const now = clock.now();
      const minute = minuteOf(Math.floor(now / MINUTE_MS));
      minute.seen += 1;
      const { kept, seen } = minute;
      const seat = kept.length < PER_MINUTE ? kept.length : Math.floor(random() * seen);
      if (seat >= PER_MINUTE) return;
      const text = textOf(describe, now);
      if (text !== undefined) kept[seat] = text;
    },
    items: () => {
      const last = Math.floor(clock.now() / MINUTE_MS);
      return minutes
        .filter(({ number }) => number > last - MINUTES && number <= last)
        .sort((one, other) => one.number - other.number)
        .flatMap(({ seen, kept }) =>
          kept.map((text) => ({
            ...(JSON.parse(decoder.decode(text)) as Omit<RecentItem, 'standsFor'>),
            standsFor: Math.round((seen / kept.length) * 10) / 10,
          })),
        );
    },
  };
}

/** A payload of an odd shape is left out: the item itself matters more. */
function textOf(describe: () => NotedItem | undefined, at: number): Uint8Array | undefined {
  try {
    const item = describe();
    return item && encodeItem({ at, ...item });
  } catch {
    return undefined;
  }
}
