'use client';

import { useEffect } from 'react';
import { readStored, store } from '../../../stored';
import { createExternalValue, useExternalValue } from './external-value';
import styles from './router-lab.module.css';
import type { PrefetchMode, Setup } from './setup';
import { useTotals } from './use-traffic';

/** What the first ten seconds of the page cost, in one mode. */
interface Measured {
  readonly requests: number;
  readonly peak: number;
}

type Runs = Partial<Record<PrefetchMode, Measured>>;

const STORED = 'router-runs';
const NO_RUNS: Runs = {};
/** What was measured so far, kept across the reload between the modes. */
const measuredRuns = createExternalValue<Runs>({
  read: () => (readStored(STORED) as Runs | undefined) ?? NO_RUNS,
  write: (runs) => store(STORED, runs),
});
const ROWS: readonly { mode: PrefetchMode; name: string }[] = [
  { mode: 'next', name: 'Next by itself' },
  { mode: 'governed', name: 'Governed' },
];

/** The two modes side by side, as far as this visitor has looked at them; kept across the reload between them. */
export function Comparison({ setup: { prefetch, network } }: { setup: Setup }) {
  const { requestsInWindow, peakInFlight } = useTotals();
  const runs = useExternalValue(measuredRuns, NO_RUNS);
  const isComparable = network === 'real' && prefetch !== 'off';
  const most = Math.max(1, ...ROWS.map(({ mode }) => runs[mode]?.requests ?? 0));

  useEffect(() => {
    if (!isComparable || requestsInWindow === 0) return;
    const measured = { requests: requestsInWindow, peak: peakInFlight };
    measuredRuns.set({ ...measuredRuns.get(), [prefetch]: measured });
  }, [isComparable, prefetch, requestsInWindow, peakInFlight]);

  return (
    <table className={styles.comparison}>
      <caption>Requests in the first ten seconds</caption>
      <tbody>
        {ROWS.map(({ mode, name }) => {
          const run = runs[mode];
          return (
            <tr key={mode}>
              <th scope="row">{name}</th>
              <td>
                {run === undefined ? (
                  <span className={styles.unseen}>not looked at yet</span>
                ) : (
                  <span
                    className={styles.amount}
                    data-mode={mode}
                    style={{ inlineSize: `${(100 * run.requests) / most}%` }}
                  >
                    {run.requests}
                  </span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
