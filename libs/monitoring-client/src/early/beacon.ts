import type { EarlyItem } from './early-items.ts';
import { toErrorEnvelope, type EarlyConfig } from './error-envelope.ts';
import { keep } from './kept-errors.ts';

/** Only Chromium has it. It throws if its quota is used up. */
type FetchLater = (url: string, init: RequestInit) => unknown;

/**
 * Maximum characters of the texts in an envelope, tried in order until the browser accepts it. Requests that outlive the page
 * share 64 KiB (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch, #deferred-fetch-quota).
 */
const TEXT_LIMITS = [4_096, 1_024, 256, 64];

/** Whether `send` accepted the item as an envelope. False for items that are no errors, and without a tunnel. */
const isAccepted = (
  item: EarlyItem,
  config: EarlyConfig,
  send: (tunnel: string, envelope: string) => unknown,
): boolean =>
  item.isError &&
  TEXT_LIMITS.some((limit) => {
    try {
      return config.tunnel && send(config.tunnel, toErrorEnvelope(item, config, limit));
    } catch {
      return false;
    }
  });

/** Sends an error while the page is left. Returns whether the browser accepted it. */
export const sendBeacon = (item: EarlyItem, config: EarlyConfig): boolean =>
  isAccepted(item, config, (tunnel, body) => navigator.sendBeacon(tunnel, body));

/**
 * Lets the browser send an error when the page is gone, for pages that are closed before they have loaded: these get no
 * `pagehide` event. Abort `item.settled` to cancel it. Does nothing in browsers without `fetchLater`
 * (https://fetch.spec.whatwg.org/#fetchlater-method).
 */
export function sendLater(item: EarlyItem, config: EarlyConfig): void {
  const { fetchLater } = window as { fetchLater?: FetchLater };
  if (fetchLater)
    isAccepted(item, config, (tunnel, body) =>
      fetchLater(tunnel, { method: 'POST', body, signal: item.settled.signal }),
    );
}

/** Keeps an error for the next page of the origin, until it is forgotten. Does nothing without a tunnel. */
export const keepError = (item: EarlyItem, config: EarlyConfig): unknown =>
  config.keepErrors !== false &&
  isAccepted(item, config, (tunnel, envelope) => keep(item.event.event_id, tunnel, envelope));
