/** @jest-environment node */
import type { PrefetchWorthEvent } from '../events.ts';
import { createPrefetchLedger } from './prefetch-ledger.ts';

let now: number;
let events: PrefetchWorthEvent[];

const create = (maxPages?: number) =>
  createPrefetchLedger({
    now: () => now,
    onEvent: (event) => events.push(event),
    staleTimeMs: 300_000,
    maxPages,
  });

beforeEach(() => {
  now = 0;
  events = [];
});

describe('createPrefetchLedger', () => {
  it('counts as wasted what has gone stale when its page is visited', () => {
    const ledger = create();
    ledger.done('/a', 10);
    now = 300_000;
    ledger.visited('/a', false);
    expect(events).toEqual([{ type: 'prefetch-wasted', url: '/a', bytes: 10 }]);
  });

  it('remembers a limited number of pages, and reports that the oldest was wasted', () => {
    const ledger = create(2);
    for (const url of ['/a', '/b', '/a', '/c']) ledger.done(url, 1);
    expect(events).toEqual([{ type: 'prefetch-wasted', url: '/b', bytes: 1 }]);
    ledger.closed();
    expect(events.slice(1)).toEqual([
      { type: 'prefetch-wasted', url: '/a', bytes: 2 },
      { type: 'prefetch-wasted', url: '/c', bytes: 1 },
    ]);
  });
});
