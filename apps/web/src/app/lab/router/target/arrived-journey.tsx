'use client';

import { useEffect } from 'react';
import { BackToLab } from '../back-to-lab';
import { buildName } from '../builds';
import { noteDocument } from '../deploy-journal';
import { useExternalValue } from '../external-value';
import { endJourney, newestJourney, wasAtDeadline, type Journey } from '../journey';
import { simulatedBuilds } from '../simulated-deploy';
import { Timeline } from '../timeline';
import styles from '../router-lab.module.css';

/** How the visitor came here, as far as this tab knows. */
export function ArrivedJourney() {
  const journey = useExternalValue(newestJourney, undefined);
  useEffect(endJourney, []);
  useEffect(() => noteDocument(buildName(simulatedBuilds.get().document)), []);
  return (
    <div className={styles.lab}>
      {journey?.by !== undefined && <p className="lead">{tell(journey)}</p>}
      {journey !== undefined && <Timeline journey={journey} />}
      <BackToLab hash="#hang">Back to the demonstration</BackToLab>
    </div>
  );
}

function tell({ by, leftAfterMs }: Journey): string {
  if (by === 'router') return 'The route answered, and the router brought you here within the page.';
  return wasAtDeadline(leftAfterMs)
    ? 'The route never answered the router. At 3.8 seconds the router let the browser load the page instead, and here you are.'
    : 'The router let the browser load the page, without waiting for the deadline.';
}
