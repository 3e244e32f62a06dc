'use client';

import styles from './router-lab.module.css';
import { useTotals } from './traffic';

/** The traffic in figures. Their colours are those of the tiles. */
export function Figures() {
  const totals = useTotals();
  const figures = [
    ['Queued', 'queued', totals.queued],
    ['In flight', 'in-flight', totals.inFlight, `most: ${totals.peakInFlight}`],
    ['Requests', undefined, totals.requests, `${Math.round(totals.bytes / 1_000)} kB`],
    ['Done', 'done', totals.done],
    ['Used', 'used', totals.used],
    ['Late', 'late', totals.late],
    ['Failed', 'failed', totals.failed],
    ['Refused', 'refused', totals.refused],
  ] as const;
  const reasons = Object.entries(totals.refusedBy);
  return (
    <div className={styles.figures}>
      <dl>
        {figures.map(([name, phase, value, note]) => (
          <div key={name} className="panel">
            <dt>
              {phase && (
                <span className={`${styles.tile} ${styles.swatch}`} data-phase={phase} aria-hidden="true" />
              )}
              {name}
            </dt>
            <dd>
              {value} {note !== undefined && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 && (
        <ul aria-label="Refused because">
          {reasons.map(([reason, count]) => (
            <li key={reason}>
              {count} × <code>{reason}</code>
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {summarise(totals)}
      </p>
    </div>
  );
}

/** Announced only when nothing is under way. */
function summarise({ inFlight, queued, requests, refused }: ReturnType<typeof useTotals>): string {
  if (inFlight + queued > 0 || requests + refused === 0) return '';
  return `${requests} requests were sent, ${refused} prefetches were refused.`;
}
