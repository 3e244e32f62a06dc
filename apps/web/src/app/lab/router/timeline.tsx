import type { CSSProperties } from 'react';
import { DEADLINE_MS, wasAtDeadline, type Journey } from './journey';
import styles from './router-lab.module.css';

const SPAN_MS = 5_000;

const share = (ms: number): string => `${Math.min(100, (ms / SPAN_MS) * 100)}%`;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(ms < 1_000 ? 2 : 1)} s`;
const at = (ms: number): CSSProperties => ({ insetInlineStart: share(ms) });

/** Five seconds from the click on, with the deadline drawn in. While the journey goes on a marker travels along. */
export function Timeline({ journey }: { journey: Journey | undefined }) {
  const isUnderWay = journey !== undefined && journey.arrivedAfterMs === undefined;
  const end = journey?.arrivedAfterMs;
  const softEnd = journey?.leftAfterMs ?? end;
  return (
    <div className={styles.timeline}>
      <div className={styles.road} aria-hidden="true">
        {isUnderWay && <span key={journey.clickedAt} className={styles.marker} />}
        {softEnd !== undefined && (
          <span
            className={styles.soft}
            data-hung={journey?.by === 'document'}
            style={{ inlineSize: share(softEnd) }}
          />
        )}
        {journey?.leftAfterMs !== undefined && end !== undefined && (
          <span
            className={styles.load}
            style={{ ...at(journey.leftAfterMs), inlineSize: share(end - journey.leftAfterMs) }}
          />
        )}
        {end !== undefined && <span className={styles.arrival} style={at(end)} />}
        <span
          className={styles.deadline}
          style={{ insetInlineEnd: `${100 - (DEADLINE_MS / SPAN_MS) * 100}%` }}
        >
          deadline 3.8 s
        </span>
        {[0, 1, 2, 3, 4, 5].map((second) => (
          <span key={second} className={styles.second} style={at(second * 1_000)}>
            {second}
          </span>
        ))}
      </div>
      {journey !== undefined && <Steps journey={journey} />}
    </div>
  );
}

function Steps({
  journey: { slowAfterMs, leftAfterMs, answeredAfterMs, arrivedAfterMs, by },
}: {
  journey: Journey;
}) {
  const steps: readonly (readonly [number | undefined, string])[] = [
    [0, 'Clicked; the router asked the server for the page.'],
    [slowAfterMs, 'Slow, says the router.'],
    [
      leftAfterMs,
      wasAtDeadline(leftAfterMs)
        ? 'Deadline: the router let the browser load the page.'
        : 'The router let the browser load the page.',
    ],
    [answeredAfterMs, 'The server answered the document.'],
    [arrivedAfterMs, by === 'document' ? 'Arrived, by a full page load.' : 'Arrived, within the page.'],
  ];
  return (
    <ol className={styles.steps}>
      {steps.map(([ms, what]) =>
        ms === undefined ? null : (
          <li key={what}>
            <span className={styles.when}>{seconds(ms)}</span> {what}
          </li>
        ),
      )}
    </ol>
  );
}
