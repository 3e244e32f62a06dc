import type { Client } from '@sentry/core';
import type { EarlyItem } from '../early/early-items.ts';

/** How long an event may take to be sent off; one that noise rules or sampling drop is not. */
const SEND_OFF_MS = 2_000;

/**
 * Has the browser drop its copy of an early error once that very error was answered by the server, or was dropped here. The
 * copy of one that could not be sent stays.
 * @returns what is told of each early item before it is replayed
 */
export function watchSettled(client: Client): (item: EarlyItem) => void {
  const waiting = new Map<string | undefined, EarlyItem['settled']>();
  const underWay = new Set<string | undefined>();
  client.on('beforeSendEvent', ({ event_id: id }) => {
    if (waiting.has(id)) underWay.add(id);
  });
  client.on('afterSendEvent', ({ event_id: id }, { statusCode }) => {
    // Without an answer there was no connection, or no room in the queue.
    if (statusCode === undefined) return;
    waiting.get(id)?.abort();
    waiting.delete(id);
    underWay.delete(id);
  });

  return ({ isError, event: { event_id: id }, settled }) => {
    if (!isError) return;
    waiting.set(id, settled);
    setTimeout(() => {
      if (underWay.has(id)) return;
      settled.abort();
      waiting.delete(id);
    }, SEND_OFF_MS);
  };
}
