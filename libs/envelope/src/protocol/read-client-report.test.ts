import { readClientReport } from './read-client-report.ts';

const read = (report: unknown): readonly unknown[] =>
  readClientReport(new TextEncoder().encode(typeof report === 'string' ? report : JSON.stringify(report)));

describe('readClientReport', () => {
  it('reads the three lists of a report', () => {
    expect(
      read({
        timestamp: 1,
        discarded_events: [{ reason: 'event_processor', category: 'error', quantity: 3 }],
        rate_limited_events: [{ reason: 'ratelimit_backoff', category: 'session', quantity: 1 }],
        filtered_events: [{ reason: 'sample_rate', category: 'transaction', quantity: 2 }],
      }),
    ).toEqual([
      { reason: 'event_processor', category: 'error', quantity: 3 },
      { reason: 'ratelimit_backoff', category: 'session', quantity: 1 },
      { reason: 'sample_rate', category: 'transaction', quantity: 2 },
    ]);
  });

  it('repeats no reason in the words of a client', () => {
    const reason = '<script>alert(1)</script>';
    expect(read({ discarded_events: [{ reason, category: 'error', quantity: 1 }] })).toEqual([
      { reason: 'other', category: 'error', quantity: 1 },
    ]);
  });

  it.each([
    ['no JSON', 'x'],
    ['no object', 'null'],
    ['no lists', { discarded_events: 1 }],
    ['no entry', { discarded_events: [null, 1] }],
    ['an unknown category', { discarded_events: [{ reason: 'send_error', category: 'x', quantity: 1 }] }],
    ['no quantity', { discarded_events: [{ reason: 'send_error', category: 'error' }] }],
    ['a quantity below 1', { discarded_events: [{ reason: 'send_error', category: 'error', quantity: -1 }] }],
    ['more than 4 KiB', { discarded_events: [], padding: 'x'.repeat(4_096) }],
  ])('counts nothing of %s', (_name, report) => {
    expect(read(report)).toEqual([]);
  });

  it('bounds what a false report can add', () => {
    const entry = { reason: 'send_error', category: 'error', quantity: Number.MAX_SAFE_INTEGER };
    expect(read({ discarded_events: [entry] })).toEqual([{ ...entry, quantity: 1_000_000 }]);
    const small = `{"discarded_events":[${Array(150).fill('{"category":"span","quantity":1}').join(',')}]}`;
    // 150 entries do not fit in 4 KiB.
    expect(read(small.slice(0, 4_000)).length).toBe(0);
    expect(
      read(`{"discarded_events":[${Array(110).fill('{"category":"span","quantity":1}').join(',')}]}`).length,
    ).toBe(100);
  });
});
