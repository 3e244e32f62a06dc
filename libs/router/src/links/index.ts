export { prefetchLinks } from './prefetch-links.ts';

export type { LinkPrefetchEvent, PrefetchLinksOptions } from './prefetch-links.ts';
export type { PrefetchTransport } from './transport.ts';
