import { createStatsKeeper } from './stats.ts';

describe('createStatsKeeper', () => {
  it('adds up what was dropped by reason and category', () => {
    const keeper = createStatsKeeper();
    keeper.addDiscarded([
      { kind: 'discarded_events', reason: 'network_error', category: 'error', quantity: 1 },
      { kind: 'discarded_events', reason: 'network_error', category: 'attachment', quantity: 4_096 },
    ]);
    keeper.addDiscarded([
      { kind: 'discarded_events', reason: 'network_error', category: 'error', quantity: 2 },
    ]);

    expect(keeper.snapshot().discarded).toEqual({ network_error: { error: 3, attachment: 4_096 } });
  });

  it('takes a reason ingest words like a property of all objects for what it is', () => {
    const keeper = createStatsKeeper();
    keeper.addDiscarded([
      { kind: 'rate_limited_events', reason: '__proto__', category: 'error', quantity: 1 },
    ]);

    expect(Object.keys(keeper.snapshot().discarded)).toEqual(['__proto__']);
    expect(Object.prototype).not.toHaveProperty('error');
  });

  it('counts 100 reasons apart, and what comes after as generic', () => {
    const keeper = createStatsKeeper();
    for (let n = 0; n < 1_000; n += 1) {
      keeper.addDiscarded([
        { kind: 'rate_limited_events', reason: `quota ${n}`, category: 'error', quantity: 1 },
      ]);
    }
    const { discarded } = keeper.snapshot();

    expect(Object.keys(discarded)).toHaveLength(101);
    expect([discarded['quota 99'], discarded['generic']]).toEqual([{ error: 1 }, { error: 900 }]);
  });

  it('hands out copies', () => {
    const keeper = createStatsKeeper();
    const before = keeper.snapshot();
    keeper.record({ kind: 'forwarded', status: 200, bytes: 10, durationMs: 1 });

    expect(before.forwarded).toBe(0);
    expect(keeper.snapshot()).toMatchObject({ forwarded: 1, forwardedBytes: 10 });
  });
});
