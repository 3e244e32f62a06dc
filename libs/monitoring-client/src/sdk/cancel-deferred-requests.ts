import type { Client } from '@sentry/core';
import { isSettled } from '../answers.ts';
import type { EarlyItem } from '../early/early-items.ts';
import { forgetError } from '../kept/forget-errors.ts';

/** Milliseconds for the application's own `beforeSend`, which may be asynchronous. Noise rules and sampling take no time. */
const BEFORE_SEND_MS = 2_000;

/**
 * Cancels the browser's deferred request for an early error once the SDK has dropped that error, or the server has answered
 * it. Without an answer the request stays. The error that the browser keeps for the next page is removed likewise, unless
 * a later page may still deliver it.
 * @returns a function to call with each early item before the SDK gets it
 */
export function cancelDeferredRequests(client: Client): (item: EarlyItem) => void {
  const waiting = new Map<string | undefined, EarlyItem['settled']>();
  const sending = new Set<string | undefined>();
  client.on('beforeSendEvent', ({ event_id: id }) => {
    if (waiting.has(id)) sending.add(id);
  });
  client.on('afterSendEvent', ({ event_id: id }, { statusCode }) => {
    // No connection, no room in the queue, or a sign-in page.
    if (!statusCode) return;
    waiting.get(id)?.abort();
    waiting.delete(id);
    sending.delete(id);
    if (isSettled(statusCode)) forgetError(id);
  });

  return ({ isError, event: { event_id: id }, settled }) => {
    if (!isError) return;
    waiting.set(id, settled);
    setTimeout(() => {
      if (!waiting.has(id) || sending.has(id)) return;
      settled.abort();
      waiting.delete(id);
      forgetError(id);
    }, client.getOptions().beforeSend && BEFORE_SEND_MS);
  };
}
