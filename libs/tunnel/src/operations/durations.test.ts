import type { OutcomeDetail } from '../outcome/outcome-detail.ts';
import type { Outcome } from '../outcome/outcomes.ts';
import { createDurationHistogram, quantile } from './durations.ts';
import { createRequestDurations } from './request-durations.ts';

describe('quantile', () => {
  it('estimates by the place in the bucket', () => {
    const histogram = createDurationHistogram();
    for (let index = 0; index < 100; index += 1) histogram.record(0.06);
    const { counts } = histogram.read();
    // The bucket from 50 to 75 ms.
    expect(quantile(counts, 0.5)).toBeCloseTo(0.0625, 5);
    expect(quantile(counts, 1)).toBe(0.075);
  });

  it('has no value of nothing, and the last boundary for what lies beyond', () => {
    const histogram = createDurationHistogram();
    expect(quantile(histogram.read().counts, 0.5)).toBeUndefined();
    histogram.record(100);
    expect(quantile(histogram.read().counts, 0.5)).toBe(10);
  });
});

describe('createRequestDurations', () => {
  const detail = { durationMs: 90 } as OutcomeDetail;
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

  it('adds up the requests of clients, and those to ingest', () => {
    const durations = createRequestDurations();
    const outcomes: readonly Outcome[] = [
      { kind: 'forwarded', status: 200, bytes: 1, durationMs: 80 },
      { kind: 'timed-out', status: 504, detail: '', durationMs: 10_000 },
      { kind: 'unreachable', status: 502, detail: '', durationMs: 1 },
      { kind: 'invalid-answer', status: 502, detail: '', durationMs: 1 },
      // They led to none.
      { kind: 'aborted', status: 400, detail: '' },
      { kind: 'refused', reason: 'path-not-found', status: 404, detail: '' },
    ];
    for (const outcome of outcomes) durations.record(outcome, detail);
    durations.recordRedelivery(detail);
    const { server, ingest } = durations.read();

    expect([sum(server.counts), sum(ingest.counts)]).toEqual([6, 5]);
    expect([server.sum, ingest.sum].map((seconds) => seconds.toFixed(3))).toEqual(['0.540', '10.172']);
  });
});
