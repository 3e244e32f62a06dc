/** Creates an empty record. Ingest and clients choose the keys of some records: `__proto__` is a valid one. */
export const emptyRecord = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;

/** A number, a list of numbers, or a record of trees. */
type Tree = number | readonly number[] | { readonly [key: string]: Tree };

/** Combines two trees, number by number. A number that one of them lacks counts as 0 there. */
export function combine(one: unknown, other: unknown, by: (one: number, other: number) => number): Tree {
  const either = one ?? other;
  if (typeof either === 'number') return by(Number(one ?? 0), Number(other ?? 0));
  if (Array.isArray(either)) {
    const [ones, others] = [one, other] as (readonly number[] | undefined)[];
    return either.map((_, at) => by(ones?.[at] ?? 0, others?.[at] ?? 0));
  }
  const [ones, others] = [one, other] as (Readonly<Record<string, Tree>> | undefined)[];
  const all = emptyRecord<Tree>();
  for (const key of Object.keys({ ...ones, ...others })) {
    all[key] = combine(ownOf(ones, key), ownOf(others, key), by);
  }
  return all;
}

const ownOf = (all: Readonly<Record<string, Tree>> | undefined, key: string): Tree | undefined =>
  all !== undefined && Object.hasOwn(all, key) ? all[key] : undefined;

/** Adds up trees of numbers, such as counts or histograms. Numbers that are nowhere in `all` are those of `zero`. */
export const addUp = <T extends object>(all: readonly T[], zero: T = {} as T): T =>
  all.reduce((one, other) => combine(one, other, (a, b) => a + b) as T, zero);
