import type { PrefetchTransport } from './transport.ts';

/**
 * `<link rel="prefetch">`. Chromium and Firefox keep the answer for the next navigation. Chromium keeps it for five
 * minutes even if it could not be cached, unless it has `no-store`. The element is removed once the answer has arrived.
 *
 * Safari ignores this link and fires no event for it, so the address is fetched with low priority there: the navigation
 * finds the answer only if its headers allow the browser to cache it. A status that is not ok is not a failure.
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
