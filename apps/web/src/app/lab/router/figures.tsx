'use client';

import { REASONS } from './reasons';
import styles from './router-lab.module.css';
import { useTotals } from './use-traffic';

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1_000)} kB`;

/** The traffic in figures: where requests stand, what they cost, what they were worth. */
export function Figures() {
  const totals = useTotals();
  const reasons = Object.entries(totals.refusedBy) as [keyof typeof REASONS, number][];
  return (
    <div className={styles.figures}>
      <dl className={styles.stages}>
        <Stage name="Queued" value={totals.queued} phase="queued" />
        <Stage
          name="In flight"
          value={totals.inFlight}
          phase="in-flight"
          note={`most: ${totals.peakInFlight}`}
        />
        <Stage name="Done" value={totals.done} phase="done" note={kilobytes(totals.bytes)} />
        <Stage name="Refused" value={totals.refused} phase="refused" />
      </dl>
      {reasons.length > 0 && (
        <ul className={styles.reasons} aria-label="Refused because">
          {reasons.map(([reason, count]) => (
            <li key={reason}>
              <span>
                {count} × <code>{reason}</code>
              </span>{' '}
              {REASONS[reason]}
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.worth}>
        <Worth name="Requests" value={totals.requests} />
        <Worth name="Used" value={totals.used} />
        <Worth name="Late" value={totals.late} />
        <Worth name="Wasted" value={totals.wasted} />
        <Worth name="Failed" value={totals.failed} />
      </dl>
      <p className="visually-hidden" role="status">
        {summarise(totals)}
      </p>
    </div>
  );
}

/** Said only when all is quiet: a figure for each frame would be noise. */
function summarise({ busy, requests, refused }: ReturnType<typeof useTotals>): string {
  if (busy || requests + refused === 0) return '';
  return `All is quiet: ${requests} requests were sent, ${refused} guesses refused.`;
}

interface StageProps {
  name: string;
  value: number;
  phase: string;
  note?: string;
}

function Stage({ name, value, phase, note }: StageProps) {
  return (
    <div>
      <dt>
        <span className={`${styles.tile} ${styles.swatch}`} data-phase={phase} aria-hidden="true" />
        {name}
      </dt>
      <dd>
        {value} {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}

function Worth({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
