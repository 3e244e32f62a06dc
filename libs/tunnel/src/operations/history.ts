/** The time between two points of a series, in milliseconds. */
export const STEP_MS = 10_000;

/** Points of a series: those of the last hour. */
export const SERIES_LENGTH = 360;

/** The last hour of each series, a number for each step. Its memory does not grow. */
export interface History {
  readonly add: (values: Readonly<Record<string, number>>) => void;
  /** The oldest first; fewer than 360 points if the server is younger than an hour. */
  readonly read: () => Readonly<Record<string, readonly number[]>>;
}

/** Creates a {@link History} of these series. */
export function createHistory(names: readonly string[], length = SERIES_LENGTH): History {
  const series = new Map(names.map((name) => [name, new Float64Array(length)]));
  let added = 0;
  return {
    add: (values) => {
      for (const [name, points] of series) points[added % length] = values[name] ?? 0;
      added += 1;
    },
    read: () =>
      Object.fromEntries(
        [...series].map(([name, points]) => {
          const cut = added % length;
          return [
            name,
            added <= length
              ? [...points.subarray(0, added)]
              : [...points.subarray(cut), ...points.subarray(0, cut)],
          ];
        }),
      ),
  };
}
