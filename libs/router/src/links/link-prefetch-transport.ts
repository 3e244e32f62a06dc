import type { PrefetchTransport } from './transport.ts';

/**
 * `<link rel="prefetch">`. Chromium and Firefox keep the answer for the navigation to come, Chromium for five minutes
 * even where it could not be cached, unless it says `no-store`. The element is gone once the answer has arrived.
 */
export const linkPrefetchTransport: PrefetchTransport = ({ url: href }) => {
  const link = document.createElement('link');
  return new Promise((onload, onerror) => {
    document.head.append(Object.assign(link, { rel: 'prefetch', href, onload, onerror }));
  }).finally(() => link.remove());
};
