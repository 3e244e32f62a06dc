import { reportOf, statsOf } from '../../testing/operations/reports.contract.ts';
import { createDurationHistogram, NO_DURATIONS } from './durations.ts';
import { addTotals, durationsSince, lostOf, requestsOf, totalsOf } from './totals.ts';

describe('addTotals', () => {
  it('is nothing of nothing', () => {
    expect(addTotals([])).toBeUndefined();
  });

  it('adds counts that only one of them has', () => {
    const one = totalsOf(
      reportOf({
        stats: statsOf({
          discarded: { ratelimit_backoff: { error: 1 } },
          faults: { spool: 2 },
        }),
      }),
    );
    const other = totalsOf(
      reportOf({
        skippedOutcomes: 5,
        stats: statsOf({
          discarded: { ratelimit_backoff: { error: 10, session: 4 }, network_error: { error: 3 } },
          faults: { limits: 1 },
        }),
      }),
    );

    const expected = {
      discarded: { ratelimit_backoff: { error: 11, session: 4 }, network_error: { error: 3 } },
      faults: { spool: 2, limits: 1 },
      skippedOutcomes: 5,
    };
    expect(addTotals([one, other])).toMatchObject(expected);
    expect(addTotals([other, one])).toMatchObject(expected);
  });

  it('changes none of those that it adds', () => {
    const totals = totalsOf(reportOf({ stats: statsOf({ forwarded: 2 }) }));
    expect(addTotals([totals, totals, totals])?.requests.forwarded).toBe(6);
    expect(totals.requests.forwarded).toBe(2);
  });

  it('adds durations', () => {
    const histogram = createDurationHistogram();
    histogram.record(0.02);
    const totals = totalsOf(reportOf({ durations: { server: histogram.read(), ingest: NO_DURATIONS } }));
    const { server, ingest } = addTotals([totals, totals])!.durations;

    expect([server.sum, server.counts[2], ingest.sum]).toEqual([0.04, 2, 0]);
  });
});

describe('totalsOf', () => {
  it('counts a request once, and a loss apart from it', () => {
    const idle = statsOf();
    const totals = totalsOf(
      reportOf({
        stats: statsOf({
          forwarded: 1,
          spooled: 2,
          aborted: 3,
          unreachable: 4,
          timedOut: 5,
          invalidAnswers: 6,
          refused: { ...idle.refused, closing: 7, 'rate-limited': 8 },
          lost: { ...idle.lost, expired: 9, unreachable: 1 },
        }),
      }),
    );

    expect([totals.requests.refused, requestsOf(totals), lostOf(totals)]).toEqual([15, 36, 10]);
  });
});

describe('durationsSince', () => {
  it('has the values that came later, and none if the process was replaced by a younger one', () => {
    const histogram = createDurationHistogram();
    histogram.record(0.02);
    const before = histogram.read();
    histogram.record(0.02);
    histogram.record(0.001);

    expect(durationsSince(histogram.read(), before).slice(0, 3)).toEqual([1, 0, 1]);
    expect(durationsSince(NO_DURATIONS, before)[2]).toBe(0);
  });
});
