import type { PrefetchEvent } from '../events.ts';

/**
 * Fetches an address in advance, so that the browser has it when the visitor goes there. Resolves when the answer has
 * arrived, which frees the slot; rejects if the answer cannot be used. The resolved value is ignored.
 */
export type PrefetchTransport = (prefetch: Pick<PrefetchEvent, 'url' | 'priority'>) => Promise<unknown>;
