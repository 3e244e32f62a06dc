import type { Event } from '@sentry/core';
import { describeEvent } from './noise/error-facts.ts';
import type { OutcomeLog } from './outcome-log.ts';

/** The part of an SDK's client that tells what became of an event; every `Sentry.getClient()` of version 11 has it. */
export interface OutcomeSource {
  on: (
    hook: 'afterSendEvent',
    callback: (event: Event, response: { statusCode?: number | undefined }) => void,
  ) => () => void;
}

/** The SDK answers with no status in each of these cases and does not say in which. */
const NOT_DELIVERED = 'not delivered: held back by a rate limit, offline, or too many events at once';

/**
 * Records in `log` what ingest answered to each event of `client`, until the result is called. Streamed spans travel in batches
 * and are recorded only when a noise rule drops them.
 */
export function watchOutcomes(client: OutcomeSource, log: OutcomeLog): () => void {
  return client.on('afterSendEvent', (event, { statusCode: status }) => {
    const subject = describeEvent(event);
    if (status === undefined) log.record({ ...subject, kind: 'failed', reason: NOT_DELIVERED });
    else if (status >= 200 && status < 300) log.record({ ...subject, kind: 'sent', status });
    else log.record({ ...subject, kind: 'failed', status, reason: `ingest answered ${status}` });
  });
}
