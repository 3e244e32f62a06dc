import {
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type ScopeMetrics,
} from '@opentelemetry/sdk-metrics';

/**
 * Merges the metrics of several processes, for each set of attributes: adds sums and histograms, takes the maximum of
 * gauges. All processes must have the same instruments and bucket boundaries, as processes of the same program do.
 * @param shared the names of sums that each process reports as a whole. Their maximum is taken
 */
export function mergeMetrics(
  processes: readonly (readonly ScopeMetrics[])[],
  shared: ReadonlySet<string> = new Set(),
): ScopeMetrics[] {
  const scopes = new Map<string, { scope: ScopeMetrics['scope']; metrics: Map<string, MetricData> }>();
  for (const { scope, metrics } of processes.flat()) {
    const merged = scopes.get(scope.name) ?? { scope, metrics: new Map<string, MetricData>() };
    scopes.set(scope.name, merged);
    for (const metric of metrics) {
      const { name } = metric.descriptor;
      const other = merged.metrics.get(name);
      merged.metrics.set(name, other === undefined ? metric : mergeMetric(other, metric, shared.has(name)));
    }
  }
  return [...scopes.values()].map(({ scope, metrics }) => ({ scope, metrics: [...metrics.values()] }));
}

/** The metrics of an ended process that still count: monotonic sums and histograms. */
export function keepCounts(scopes: readonly ScopeMetrics[]): ScopeMetrics[] {
  return scopes.map(({ scope, metrics }) => ({
    scope,
    metrics: metrics.filter(
      (metric) =>
        metric.dataPointType === DataPointType.HISTOGRAM ||
        (metric.dataPointType === DataPointType.SUM && metric.isMonotonic),
    ),
  }));
}

function mergeMetric(one: MetricData, other: MetricData, isShared: boolean): MetricData {
  if (one.dataPointType === DataPointType.SUM && other.dataPointType === DataPointType.SUM) {
    return { ...one, dataPoints: mergePoints(one.dataPoints, other.dataPoints, isShared ? Math.max : add) };
  }
  if (one.dataPointType === DataPointType.GAUGE && other.dataPointType === DataPointType.GAUGE) {
    return { ...one, dataPoints: mergePoints(one.dataPoints, other.dataPoints, Math.max) };
  }
  if (one.dataPointType === DataPointType.HISTOGRAM && other.dataPointType === DataPointType.HISTOGRAM) {
    return { ...one, dataPoints: mergePoints(one.dataPoints, other.dataPoints, addHistograms) };
  }
  return one;
}

const add = (a: number, b: number): number => a + b;

function mergePoints<T>(
  points: readonly DataPoint<T>[],
  others: readonly DataPoint<T>[],
  merge: (a: T, b: T) => T,
): DataPoint<T>[] {
  const merged = new Map<string, DataPoint<T>>();
  for (const point of [...points, ...others]) {
    const key = JSON.stringify(Object.entries(point.attributes).sort());
    const before = merged.get(key);
    merged.set(key, before === undefined ? point : { ...before, value: merge(before.value, point.value) });
  }
  return [...merged.values()];
}

/** Omits minimum and maximum, which the format of Prometheus does not have. */
function addHistograms(one: Histogram, other: Histogram): Histogram {
  const { boundaries } = one.buckets;
  return {
    buckets: {
      boundaries,
      counts: one.buckets.counts.map((count, index) => count + Number(other.buckets.counts[index])),
    },
    sum: Number(one.sum) + Number(other.sum),
    count: one.count + other.count,
  };
}
