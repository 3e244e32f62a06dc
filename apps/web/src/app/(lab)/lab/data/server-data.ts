import { createRetryingFetch } from '@adit/router/fetch';

// The lab shows every retry, also on a busy machine; by default none begins after 3.8 seconds.
const retryingFetch = createRetryingFetch({
  fetch,
  clock: { setTimeout, clearTimeout },
  maxTotalMs: 60_000,
});

/** Fetches data of this app for a server-rendered page; 5xx answers are retried up to 3 times. */
export function fetchServerData(path: `/${string}`): Promise<Response> {
  // `next start` sets PORT to the port it listens on; the address is never taken from a request.
  return retryingFetch(`http://127.0.0.1:${process.env.PORT ?? '3000'}${path}`, { cache: 'no-store' });
}
