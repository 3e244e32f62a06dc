import { addBreadcrumb } from '@sentry/core';

/** Initiators of requests that scripts make, with the breadcrumb's category. */
const CATEGORIES: Readonly<Record<string, string>> = { fetch: 'fetch', xmlhttprequest: 'xhr' };

/** The maximum number of breadcrumbs that an event has, unless it is set. */
const MOST = 100;

/**
 * Returns a function that adds breadcrumbs of the requests that ended before the given time, in seconds since the epoch,
 * and before the SDK started. Call it with rising times. The browser knows neither the method nor, in some engines, the
 * status.
 * @param tunnel the address of the tunnel, whose requests are left out
 */
export function createEarlierRequests(tunnel: string | undefined): (untilSeconds: number) => void {
  const waiting = readRequests(tunnel);
  return (untilSeconds) => {
    while (waiting[0] && endOf(waiting[0]) <= untilSeconds) add(waiting.shift() as PerformanceResourceTiming);
  };
}

/** The requests of scripts in the order of their start. The browser keeps the first 250 resources of a page. */
function readRequests(tunnel: string | undefined): PerformanceResourceTiming[] {
  try {
    const own = tunnel && pathOf(tunnel);
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ initiatorType, name }) => initiatorType in CATEGORIES && pathOf(name) !== own)
      .slice(-MOST);
  } catch {
    // Without breadcrumbs, the SDK still starts.
    return [];
  }
}

const endOf = ({ responseEnd }: PerformanceResourceTiming): number =>
  (performance.timeOrigin + responseEnd) / 1_000;

function add(entry: PerformanceResourceTiming): void {
  const { initiatorType, name, responseStatus: status } = entry;
  addBreadcrumb({
    category: CATEGORIES[initiatorType],
    type: 'http',
    timestamp: endOf(entry),
    data: { url: name, ...(status && { status_code: status }) },
    ...(status && status >= 400 && { level: status < 500 ? 'warning' : 'error' }),
  });
}

function pathOf(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  return origin + pathname;
}
