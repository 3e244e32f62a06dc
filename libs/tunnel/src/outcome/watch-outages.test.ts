import type { Outcome } from './outcomes.ts';
import { watchOutages, type OutageNews } from './watch-outages.ts';

const SPOOLED: Outcome = { kind: 'spooled', status: 200, bytes: 1, cause: 'unreachable' };
const answered = (status: number): Outcome => ({ kind: 'forwarded', status, bytes: 1, durationMs: 1 });

function setUp(envelopes = 0) {
  let now = 0;
  const news: OutageNews[] = [];
  const stats = {
    redelivered: 0,
    givenUp: { expired: 0, refused: 0, failing: 0, dropped: 0 },
    spool: { envelopes, isOut: false },
  };
  const { check, record } = watchOutages({
    tell: (one) => news.push(one),
    monotonicNow: () => now,
    stats: () => structuredClone(stats),
  });
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000;
      check();
    }
  };
  return { news, pass, record, stats };
}

it('tells once that an outage began, that it ended, and that the spool is empty again', () => {
  const { news, pass, record, stats } = setUp();
  for (let count = 0; count < 100; count += 1) record(SPOOLED);
  stats.spool.envelopes = 100;
  pass(3);
  Object.assign(stats, { redelivered: 90 });
  stats.spool.envelopes = 10;
  pass(3);
  expect(news).toEqual([
    { kind: 'began', outcome: 'spooled', cause: 'unreachable' },
    { kind: 'ended', durationMs: 4_000, envelopes: 100 },
  ]);
  Object.assign(stats, { redelivered: 98 });
  stats.givenUp.expired = 2;
  stats.spool.envelopes = 0;
  pass(10);
  expect(news.slice(2)).toEqual([{ kind: 'delivered', delivered: 98, dropped: 2, durationMs: 7_000 }]);
});

it('does not end while the spool knows of an outage, or ingest fails again', () => {
  const { news, pass, record, stats } = setUp();
  stats.spool.isOut = true;
  record(SPOOLED);
  record(answered(200));
  pass(60);
  stats.spool.isOut = false;
  record(answered(503));
  pass(60);
  expect(news).toHaveLength(1);
  record(answered(200));
  pass(1);
  expect(news.map(({ kind }) => kind)).toEqual(['began', 'ended', 'delivered']);
});

it.each<[string, Outcome, unknown]>([
  ['a status', answered(502), 'status 502'],
  ['an earlier outage', { ...SPOOLED, cause: 'outage' }, 'stored envelopes cannot be delivered'],
])('says that it began by %s', (_what, outcome, cause) => {
  const { news, record } = setUp();
  record(outcome);
  expect(news).toEqual([{ kind: 'began', outcome: outcome.kind, cause }]);
});

it('passes on what was thrown, and takes no refusal for an outage', () => {
  const { news, record } = setUp();
  record({ kind: 'refused', status: 403, reason: 'dsn-not-allowed', detail: '' });
  const cause = new Error('cut');
  record({ kind: 'timed-out', status: 504, detail: '', durationMs: 1, cause } as unknown as Outcome);
  expect(news).toEqual([{ kind: 'began', outcome: 'timed-out', cause }]);
});

it('tells of envelopes that an earlier process has left in the spool', () => {
  const { news, pass, stats } = setUp(3);
  Object.assign(stats, { redelivered: 3 });
  stats.spool.envelopes = 0;
  pass(1);
  expect(news).toEqual([{ kind: 'delivered', delivered: 3, dropped: 0, durationMs: 1_000 }]);
});
