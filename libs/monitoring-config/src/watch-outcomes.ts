import { describeEvent } from '@adit/policy/page';
import type { Event } from '@sentry/core';
import type { OutcomeLog } from './outcome-log.ts';

/** The part of an SDK's client that reports responses of ingest. */
export interface OutcomeSource {
  on: (
    hook: 'afterSendEvent',
    callback: (event: Event, response: { statusCode?: number | undefined }) => void,
  ) => () => void;
}

/** In all of these cases the SDK reports no status, and does not tell which one it is. */
const NOT_DELIVERED = 'not delivered: rate limit, offline, or too many events at once';

/**
 * Records ingest's response to each event of `client`, until the returned function is called. Streamed spans are not recorded here,
 * because the SDK sends them in batches.
 */
export function watchOutcomes(client: OutcomeSource, log: OutcomeLog): () => void {
  return client.on('afterSendEvent', (event, { statusCode: status }) => {
    const subject = describeEvent(event);
    if (status === undefined) log.record({ ...subject, kind: 'failed', reason: NOT_DELIVERED });
    else if (status >= 200 && status < 300) log.record({ ...subject, kind: 'sent', status });
    else log.record({ ...subject, kind: 'failed', status, reason: `ingest answered ${status}` });
  });
}
