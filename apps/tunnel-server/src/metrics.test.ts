import type { ScopeMetrics } from '@opentelemetry/sdk-metrics';
import { keepCounts, mergeMetrics } from './merge-metrics.ts';
import { createMetrics, toPrometheusText, type Metrics } from './metrics.ts';

const opened: Metrics[] = [];

interface Readings {
  readonly requests?: Readonly<Record<string, number>>;
  readonly inFlight?: number;
  readonly oldestAge?: number;
  readonly durations?: readonly number[];
}

/** What a process of these readings would hand on. */
async function collect({
  requests = {},
  inFlight,
  oldestAge,
  durations = [],
}: Readings): Promise<ScopeMetrics[]> {
  const metrics = createMetrics();
  opened.push(metrics);
  const { meter } = metrics;
  meter
    .createObservableCounter('test.requests', { unit: '{request}', description: 'Requests.' })
    .addCallback((result) => {
      for (const [outcome, count] of Object.entries(requests)) result.observe(count, { outcome });
    });
  if (inFlight !== undefined) meter.createUpDownCounter('test.in_flight').add(inFlight);
  if (oldestAge !== undefined) meter.createGauge('test.oldest_age').record(oldestAge);
  const histogram = meter.createHistogram('test.duration', { advice: { explicitBucketBoundaries: [1, 10] } });
  for (const duration of durations) histogram.record(duration, { outcome: 'forwarded' });
  return structuredClone(await metrics.collect());
}

/** The samples of a text in the format of Prometheus. */
const samplesOf = (metrics: ScopeMetrics[]): Record<string, number> =>
  Object.fromEntries(
    toPrometheusText(metrics)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

afterEach(async () => {
  for (const metrics of opened.splice(0)) await metrics.close();
});

describe('toPrometheusText', () => {
  it('writes name, help, type and samples, without labels for the scope', async () => {
    const text = toPrometheusText(await collect({ requests: { forwarded: 3 } }));

    expect(text).toContain('# HELP test_requests_total Requests.\n');
    expect(text).toContain(
      '# TYPE test_requests_total counter\ntest_requests_total{outcome="forwarded"} 3\n',
    );
    expect(text).not.toMatch(/otel_scope|target_info/);
  });
});

describe('mergeMetrics', () => {
  it('adds counts and histograms, and takes the maximum of gauges', async () => {
    const merged = mergeMetrics([
      await collect({
        requests: { forwarded: 3, refused: 1 },
        inFlight: 2,
        oldestAge: 5,
        durations: [0.5, 5],
      }),
      await collect({ requests: { forwarded: 4, spooled: 2 }, inFlight: 1, oldestAge: 9, durations: [50] }),
      await collect({ oldestAge: 7 }),
    ]);

    expect(samplesOf(merged)).toEqual({
      'test_requests_total{outcome="forwarded"}': 7,
      'test_requests_total{outcome="refused"}': 1,
      'test_requests_total{outcome="spooled"}': 2,
      test_in_flight: 3,
      test_oldest_age: 9,
      'test_duration_count{outcome="forwarded"}': 3,
      'test_duration_sum{outcome="forwarded"}': 55.5,
      'test_duration_bucket{outcome="forwarded",le="1"}': 1,
      'test_duration_bucket{outcome="forwarded",le="10"}': 2,
      'test_duration_bucket{outcome="forwarded",le="+Inf"}': 3,
    });
  });

  it('does not change its input', async () => {
    const one = await collect({ requests: { forwarded: 1 } });
    mergeMetrics([one, await collect({ requests: { forwarded: 1 } })]);

    expect(samplesOf(one)['test_requests_total{outcome="forwarded"}']).toBe(1);
  });

  it('takes the maximum of sums that all processes share', async () => {
    const processes = [await collect({ inFlight: 2 }), await collect({ inFlight: 3 })];

    expect(samplesOf(mergeMetrics(processes, new Set(['test.in_flight'])))['test_in_flight']).toBe(3);
  });

  it('returns nothing for no input', () => {
    expect(mergeMetrics([])).toEqual([]);
    expect(toPrometheusText([])).toBe('# no registered metrics');
  });

  it('keeps the first of two instruments of different kinds', async () => {
    const [metrics, others] = [createMetrics(), createMetrics()];
    opened.push(metrics, others);
    metrics.meter.createCounter('test.same').add(1);
    others.meter.createGauge('test.same').record(9);

    expect(samplesOf(mergeMetrics([await metrics.collect(), await others.collect()]))).toEqual({
      test_same_total: 1,
    });
  });
});

describe('keepCounts', () => {
  it('keeps counts and histograms, but not gauges', async () => {
    const kept = keepCounts(
      await collect({ requests: { forwarded: 1 }, inFlight: 2, oldestAge: 5, durations: [1] }),
    );

    expect(Object.keys(samplesOf(kept)).map((name) => name.replace(/\{.*/, ''))).toEqual(
      expect.arrayContaining(['test_requests_total', 'test_duration_count']),
    );
    expect(Object.keys(samplesOf(kept)).join()).not.toMatch(/in_flight|oldest_age/);
  });
});
