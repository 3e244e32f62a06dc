import { createPrefetchCache, createPrefetcher, createPrefetchScheduler } from '@adit/router/prefetch';
import { createPrefetchTally } from '@adit/router/telemetry';

// One page of a site whose routes are JSON at the server: `/a` is filled by `/a.json`.
const query = new URLSearchParams(location.search);

const tally = createPrefetchTally();
const cache = createPrefetchCache({
  now: () => window.performance.now(),
  maxBytes: Number(query.get('maxBytes') ?? 1_000_000),
  vary: () => query.get('user') ?? '',
});

/** Without the browser's own cache, which holds a second request for an address until the first is answered. */
const PLAIN = { cache: 'no-store' };

async function fetchRoute({ href, priority, signal }) {
  const headers = priority === 'navigation' ? {} : { 'x-purpose': 'prefetch' };
  const response = await fetch(`${new URL(href).pathname}.json`, { ...PLAIN, headers, signal });
  if (!response.ok) throw new Error(String(response.status));
  const staleTime = response.headers.get('x-stale-time');
  return { text: await response.text(), redirected: response.redirected, staleTime };
}

const prefetcher = createPrefetcher({
  scheduler: createPrefetchScheduler(),
  cache,
  fetchRoute,
  describe: ({ text, staleTime }) => ({
    bytes: text.length,
    staleTimeMs: staleTime === null ? undefined : Number(staleTime) * 1_000,
  }),
  base: () => location.href,
  onEvent: tally.sink,
});

/** Prefetches and waits for the end; answers the outcome. */
async function prefetch(href) {
  const result = prefetcher.prefetch(href);
  if (result.outcome !== 'scheduled') return result.outcome;
  return result.handle.promise.then(
    () => 'fetched',
    () => 'failed',
  );
}

/** What a navigation shows. */
async function navigate(href, options) {
  const answer = prefetcher.navigate(href, options);
  const { text } = answer.outcome === 'cached' ? answer.value : await answer.handle.promise;
  document.querySelector('main').textContent = text;
  return text;
}

addEventListener('popstate', () => void navigate(location.pathname, { allowStale: true }));

/** The cache that one writes first: what comes is kept, under the address it came from. */
const naive = new Map();
async function naivePrefetch(href) {
  const url = new URL(href, location.href).href;
  if (naive.has(url)) return;
  const response = await fetch(url, PLAIN);
  naive.set(response.url, await response.text());
}

window.site = { cache, naive, naivePrefetch, navigate, prefetch, prefetcher, tally };
