export { createFetchTransport } from './fetch-transport.ts';
export { linkPrefetchTransport } from './link-prefetch-transport.ts';
export { createSpeculationRules } from './speculation-rules.ts';

export type { FetchTransportOptions } from './fetch-transport.ts';
export type { SpeculationRules, SpeculationRulesOptions } from './speculation-rules.ts';
export type { PrefetchTransport } from './transport.ts';
