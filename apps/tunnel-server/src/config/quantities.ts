/** The longest delay of a Node timer, in milliseconds. Longer ones fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A kind of numbers with a unit: its units, its maximum, and a description for error messages. */
export interface QuantityKind {
  readonly units: ReadonlyMap<string, number>;
  readonly max: number;
  readonly accepted: string;
}

/** Durations, in milliseconds. */
export const DURATION: QuantityKind = {
  units: new Map([
    ['ms', 1],
    ['s', 1_000],
    ['m', 60_000],
    ['h', 3_600_000],
    ['d', 86_400_000],
  ]),
  max: MAX_TIMER_MS,
  accepted: 'a duration of one number and unit, such as 500ms, 10s, 1m or 24h, of 24 days at most',
};

/** Sizes, in bytes. */
export const SIZE: QuantityKind = {
  units: new Map([
    ['', 1],
    ['B', 1],
    ['KiB', 2 ** 10],
    ['MiB', 2 ** 20],
    ['GiB', 2 ** 30],
  ]),
  max: Number.MAX_SAFE_INTEGER,
  accepted: 'a size of one number and unit (B, KiB, MiB, GiB), such as 1048576, 512KiB or 200MiB',
};

/** Parses a number with a unit. Returns undefined if it is invalid, zero or above the maximum. */
export function parseQuantity(text: string, { units, max }: QuantityKind): number | undefined {
  const [, amount, unit = ''] = /^(\d+)([A-Za-z]*)$/.exec(text) ?? [];
  const quantity = Number(amount) * (units.get(unit) ?? NaN);
  return quantity > 0 && quantity <= max ? quantity : undefined;
}

/** A number of requests in a period. */
export interface Rate {
  readonly requests: number;
  readonly perMs: number;
}

const RATE_UNITS = new Map([
  ['s', 1_000],
  ['min', 60_000],
  ['h', 3_600_000],
]);

/** The highest number of requests in a rate. */
const MAX_RATE_REQUESTS = 1_000_000;

/** Parses a rate such as `300/min`. Returns undefined if it is invalid. */
export function parseRate(text: string): Rate | undefined {
  const [, amount, unit = ''] = /^(\d+)\/([a-z]+)$/.exec(text) ?? [];
  const perMs = RATE_UNITS.get(unit);
  const requests = Number(amount);
  if (perMs === undefined || !(requests >= 1 && requests <= MAX_RATE_REQUESTS)) return undefined;
  return { requests, perMs };
}
