'use client';

import Link from 'next/link';
import { useEffect } from 'react';
import { useNavigationState } from '@adit/router/react';
import { readCookie, writeCookie } from './browser-cookies';
import { createExternalValue, useExternalValue } from './external-value';
import { HANG_COOKIE, HANG_TARGET } from './hang';
import { beginJourney, newestJourney, noteSlow } from './journey';
import styles from './router-lab.module.css';
import { Timeline } from './timeline';

const hanging = createExternalValue<boolean>({
  read: () => readCookie(HANG_COOKIE) !== undefined,
  write: (hangs) => writeCookie(HANG_COOKIE, hangs ? '1' : undefined),
});

const WORDS = {
  idle: 'Nothing is under way.',
  loading: 'The router is loading the route…',
  slow: 'Slow. At the deadline the browser loads the page instead.',
  failed: 'The navigation failed.',
} as const;

/** A switch that makes one route hang, the way there, and the way it went. */
export function HangSwitch() {
  const { status } = useNavigationState();
  const hangs = useExternalValue(hanging, false);
  const journey = useExternalValue(newestJourney, undefined);
  const isUnderWay = journey !== undefined && journey.arrivedAfterMs === undefined && status !== 'idle';

  useEffect(() => {
    if (status === 'slow') noteSlow();
  }, [status]);

  return (
    <div className={styles.hang}>
      <div className={styles.actions}>
        <label className={styles.switch}>
          <input
            type="checkbox"
            role="switch"
            checked={hangs}
            onChange={({ target }) => hanging.set(target.checked)}
          />
          Hang this route
        </label>
        <Link className="button primary" href={HANG_TARGET} prefetch={false} onClick={beginJourney}>
          Open the route
        </Link>
      </div>
      <div className={styles.progress} data-status={isUnderWay ? status : 'idle'} aria-hidden="true">
        <span />
      </div>
      <Timeline journey={journey} />
      <p className={styles.word} role="status">
        {isUnderWay ? WORDS[status] : ''}
      </p>
    </div>
  );
}
