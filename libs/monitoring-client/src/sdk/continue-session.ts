import type { Client } from '@sentry/core';
import type { Session } from '../visit/visit.ts';

/**
 * Makes the SDK's first session an update of one that was sent without the SDK, so that the visit counts once. Later
 * sessions of the page, as SDK 10 begins one for each route, stay as they are.
 */
export function continueSession(client: Client, { sid, started }: Session): void {
  const stop = client.on('beforeSendSession', (session) => {
    stop();
    if (!('aggregates' in session))
      Object.assign(session, { sid, started: started.getTime() / 1_000, init: false });
  });
}
