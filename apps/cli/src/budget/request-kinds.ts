/** The parts of a request by which it is judged. */
export interface SeenRequest {
  readonly url: string;
  readonly method: string;
  /** As Playwright names it: `fetch`, `script`, `document` … */
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Whether the request says of itself that it is a prefetch: that of a `<link>`, of Next, or of a speculation rule. */
export const saysPrefetch = ({ headers }: SeenRequest): boolean =>
  /\bprefetch\b/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`) ||
  'next-router-prefetch' in headers ||
  'next-router-segment-prefetch' in headers ||
  'x-middleware-prefetch' in headers;

/** Whether the answer may be what a click waits for. What is sent, such as an envelope, is not. */
export const isData = ({ type, method }: SeenRequest): boolean =>
  method === 'GET' && (type === 'fetch' || type === 'xhr');

/** Requests that stay open or that nothing waits for. */
export const isBackground = ({ type, method }: SeenRequest): boolean =>
  ['eventsource', 'websocket', 'ping', 'media', 'image', 'font'].includes(type) || method === 'POST';

/** A page without what frameworks add to its address for its data: `/about` of `/about.data?_rsc=1`. */
const pageOf = (address: string): string => {
  const { origin, pathname } = new URL(address);
  const path = pathname.replace(/\/__data\.json$|\.(?:data|rsc|json|txt|html)$/, '').replace(/\/$/, '');
  return `${origin}${path}`;
};

/**
 * The number of prefetches among requests that nobody asked for: those that say so, and data of pages that a link of
 * the page leads to.
 *
 * @param links absolute addresses
 */
export function countPrefetches(requests: readonly SeenRequest[], links: readonly string[]): number {
  const pages = new Set(links.map(pageOf));
  return requests.filter(
    (request) => saysPrefetch(request) || (isData(request) && pages.has(pageOf(request.url))),
  ).length;
}
