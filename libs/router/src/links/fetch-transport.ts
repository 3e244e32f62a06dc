import { MAX_TIMER_MS } from '../max-timer-ms.ts';
import { requireInteger } from '../options.ts';
import type { PrefetchTransport } from './transport.ts';

/** Options of {@link createFetchTransport}. */
export interface FetchTransportOptions {
  /** A longer answer is broken off, and fails. Default 1,000,000. */
  readonly maxBytes?: number | undefined;
  /** An answer that has not arrived by then is broken off, and fails. Default 30,000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * `fetch` with low priority, and with bounds. The navigation finds the answer only where its own headers let the browser
 * cache it. (`linkPrefetchTransport` fetches without bounds in Safari, which has no `<link rel="prefetch">`.)
 *
 * @throws RangeError when an option is not an integer of at least 1, or `timeoutMs` more than a timer takes (2,147,483,647)
 */
export function createFetchTransport({
  maxBytes = 1_000_000,
  timeoutMs = 30_000,
}: FetchTransportOptions = {}): PrefetchTransport {
  requireInteger('maxBytes', maxBytes, 1);
  requireInteger('timeoutMs', timeoutMs, 1, MAX_TIMER_MS);

  return async ({ url }) => {
    const aborter = new AbortController();
    const timer = setTimeout(() => aborter.abort(), timeoutMs);
    try {
      const { ok, status, body } = await fetch(url, { priority: 'low', signal: aborter.signal });
      if (!ok) throw new Error(`prefetch: status ${status}`);
      const reader = body?.getReader();
      let bytes = 0;
      for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
        bytes += part.value.length;
        if (bytes > maxBytes) throw new Error(`prefetch: more than ${maxBytes} bytes`);
      }
    } finally {
      clearTimeout(timer);
      // Ends a body that is not wanted; nothing where it has ended.
      aborter.abort();
    }
  };
}
