import type { PrefetchTransport } from './transport.ts';

/**
 * `<link rel="prefetch">`. Chromium and Firefox keep the answer for the navigation to come, Chromium for five minutes
 * even where it could not be cached, unless it says `no-store`. The element is gone once the answer has arrived.
 *
 * Safari ignores such a link and reports no end of it, so there the address is fetched with low priority: the navigation
 * finds the answer only where its own headers let the browser cache it. A status that is not ok is no failure of that.
 */
export const linkPrefetchTransport: PrefetchTransport = ({ url: href }) => {
  const link = document.createElement('link');
  if (!link.relList.supports('prefetch')) {
    return fetch(href, { priority: 'low' }).then((response) => response.text());
  }
  return new Promise((onload, onerror) => {
    document.head.append(Object.assign(link, { rel: 'prefetch', href, onload, onerror }));
  }).finally(() => link.remove());
};
