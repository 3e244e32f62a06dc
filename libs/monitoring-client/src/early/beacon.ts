import type { EarlyItem } from './early-items.ts';
import { toErrorEnvelope, type EarlyConfig } from './error-envelope.ts';

/** Only Chromium has it. It throws if its quota is used up. */
type FetchLater = (url: string, init: RequestInit) => unknown;

/**
 * Maximum characters of the texts in an envelope, tried in order until the browser accepts it. Requests that outlive the page
 * share 64 KiB (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch, #deferred-fetch-quota).
 */
const TEXT_LIMITS = [4_096, 1_024, 256, 64];

// A copy for the first load of kept/kept-record.ts, which says how much is kept.
const KEY = 'adit-error-';
const MAX_KEPT = 20;
const MAX_LENGTH = 12_000;

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
      return undefined;
    }
  });

/** Sends an error while the page is left. Returns whether the browser accepted it. */
export const sendBeacon = (item: EarlyItem, config: EarlyConfig): boolean =>
  isAccepted(item, config, (tunnel, body) => navigator.sendBeacon(tunnel, body));

/**
 * Prepares for a page that ends before it can send an error: keeps the error for the next page of the origin, and lets the
 * browser send it when the page is gone, for pages that are closed before they have loaded: these get no `pagehide` event.
 * Abort `item.settled` to cancel the latter. Browsers without `fetchLater` only keep it
 * (https://fetch.spec.whatwg.org/#fetchlater-method).
 */
export function outlivePage(item: EarlyItem, config: EarlyConfig): void {
  const { fetchLater } = window as { fetchLater?: FetchLater };
  if (config.keepErrors !== false)
    isAccepted(
      item,
      config,
      (tunnel, body) =>
        Object.values(localStorage).filter((text: string) => text.startsWith(`1${tunnel}\n`)).length >=
          MAX_KEPT ||
        (body.length < MAX_LENGTH && (localStorage[KEY + item.event.event_id] = `1${tunnel}\n${body}`)),
    );
  if (fetchLater)
    isAccepted(item, config, (tunnel, body) =>
      fetchLater(tunnel, { method: 'POST', body, signal: item.settled.signal }),
    );
}
