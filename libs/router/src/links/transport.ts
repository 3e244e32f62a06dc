import type { PrefetchEvent } from '../events.ts';

/**
 * Fetches an address ahead of its use, so that the browser has it when the visitor goes there. Settles when the answer
 * has arrived, which gives the slot back; rejects when it is of no use. What it resolves with is ignored.
 */
export type PrefetchTransport = (prefetch: Pick<PrefetchEvent, 'url' | 'priority'>) => Promise<unknown>;
