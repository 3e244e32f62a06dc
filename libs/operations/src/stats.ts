import { ledgerOf, mergeLedgers, type Ledger, type TunnelStats } from '@adit/tunnel';

/**
 * Adds up the stats of several processes.
 * @param isShared whether all of them have the same spool; otherwise each has its own
 * @returns `undefined` without any
 */
export function mergeStats(all: readonly TunnelStats[], isShared: boolean): TunnelStats | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const merged = mergeLedgers(all.map(ledgerOf));
  const names = new Set(all.flatMap(({ projects }) => Object.keys(projects)));
  return {
    ...merged,
    inFlight: all.reduce((total, { inFlight }) => total + inFlight, 0),
    limitedDsns: Math.max(...all.map(({ limitedDsns }) => limitedDsns)),
    spool: mergeSpools(
      all.flatMap(({ spool }) => spool ?? []),
      isShared,
    ),
    projects: Object.fromEntries(
      [...names].map((name) => {
        const states = all.flatMap(({ projects }) => projects[name] ?? []);
        const counts = merged.projects[name] as Ledger['projects'][string];
        return [
          name,
          {
            ...counts,
            isOut: states.some(({ isOut }) => isOut),
            limits: states.flatMap(({ limits }) => limits),
          },
        ];
      }),
    ),
  };
}

type SpoolStats = NonNullable<TunnelStats['spool']>;

/** Combines the spools of several processes; `undefined` without any. */
export function mergeSpools(spools: readonly SpoolStats[], isShared: boolean): SpoolStats | undefined {
  const [first] = spools;
  if (first === undefined) return undefined;
  // In Redis, each worker sees the envelopes that all workers stored.
  const combine = (one: number, other: number): number => (isShared ? Math.max(one, other) : one + other);
  const bounds = spools.flatMap(({ maxBytes }) => maxBytes ?? []);
  return {
    envelopes: spools.map(({ envelopes }) => envelopes).reduce(combine),
    bytes: spools.map(({ bytes }) => bytes).reduce(combine),
    maxBytes: bounds.length === 0 ? undefined : bounds.reduce(combine),
    maxAgeMs: first.maxAgeMs,
    isOut: spools.some(({ isOut }) => isOut),
    isPaused: spools.some(({ isPaused }) => isPaused),
  };
}
