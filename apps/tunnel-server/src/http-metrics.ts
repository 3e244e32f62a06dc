import type { Outcome, OutcomeDetail } from '@adit/tunnel';
import { BOUNDARIES_S, createDurationHistogram, type DurationHistogram } from '@adit/tunnel/operations';
import { ValueType, type Attributes } from '@opentelemetry/api';
import {
  AggregationTemporality,
  DataPointType,
  InstrumentType,
  type HistogramMetricData,
} from '@opentelemetry/sdk-metrics';

/**
 * The durations of the requests of clients and of those to ingest: the HTTP histograms of OpenTelemetry's semantic conventions, and
 * `adit.tunnel.ingest.duration`, as `recordDurations` of the library records it, for less.
 */
export interface HttpMetrics {
  /** Notes a request of a client, and the one to ingest that it led to. */
  readonly record: (outcome: Outcome, detail: OutcomeDetail) => void;
  /** Notes a stored envelope that ingest answered. */
  readonly recordRedelivery: (status: number, detail: OutcomeDetail) => void;
  /** As the SDK would collect them. */
  readonly collect: () => HistogramMetricData[];
}

/** Options of {@link createHttpMetrics}. */
interface HttpMetricsOptions {
  /** The tunnel path. */
  route: string;
  /** Where envelopes go instead of the DSN's host. */
  ingestOrigin: string | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const MS_PER_S = 1_000;

interface Series {
  readonly attributes: Attributes;
  readonly histogram: DurationHistogram;
}

/** Creates {@link HttpMetrics}. There is a series for each status, and for each project that it was sent for. */
export function createHttpMetrics({ route, ingestOrigin, now }: HttpMetricsOptions): HttpMetrics {
  const startedAt = now();
  const server = new Map<string | number, Series>();
  const client = new Map<string, Map<string | number, Series>>();
  const ingest = new Map<string | number, Series>();

  const seriesOf = (
    all: Map<string | number, Series>,
    key: string | number,
    attributes: () => Attributes,
  ): Series => {
    let series = all.get(key);
    if (series === undefined) {
      series = { attributes: attributes(), histogram: createDurationHistogram() };
      all.set(key, series);
    }
    return series;
  };
  const recordServer = (outcome: Outcome, seconds: number): void => {
    const isMisplaced = outcome.kind === 'refused' && outcome.reason === 'path-not-found';
    const isOther = isMisplaced || (outcome.kind === 'refused' && outcome.reason === 'method-not-allowed');
    const key = outcome.kind === 'aborted' ? 'aborted' : outcome.status;
    seriesOf(server, key, () => ({
      'http.request.method': isOther ? '_OTHER' : 'POST',
      'url.scheme': 'http',
      ...(!isMisplaced && { 'http.route': route }),
      ...resultOf(key),
    })).histogram.record(seconds);
  };
  const recordIngest = (result: string | number, project: string | undefined, durationMs: number): void => {
    seriesOf(ingest, result, () => resultOf(result)).histogram.record(durationMs / MS_PER_S);
    recordClient(result, project, durationMs / MS_PER_S);
  };
  const recordClient = (result: string | number, project: string | undefined, seconds: number): void => {
    const name = project ?? '';
    let ofProject = client.get(name);
    if (ofProject === undefined) client.set(name, (ofProject = new Map<string | number, Series>()));
    seriesOf(ofProject, result, () => ({
      'http.request.method': 'POST',
      ...addressOf(ingestOrigin, name),
      project: name,
      ...resultOf(result),
    })).histogram.record(seconds);
  };

  return {
    record: (outcome, detail) => {
      recordServer(outcome, detail.durationMs / MS_PER_S);
      switch (outcome.kind) {
        case 'forwarded':
          recordIngest(outcome.status, detail.project, outcome.durationMs);
          break;
        case 'unreachable':
        case 'timed-out':
        case 'invalid-answer':
          recordIngest(outcome.kind, detail.project, outcome.durationMs);
      }
    },
    recordRedelivery: (status, { project, durationMs }) =>
      recordClient(status, project, durationMs / MS_PER_S),
    collect: () => [
      toMetric(
        'adit.tunnel.ingest.duration',
        'Time from the first byte offered to ingest to the last byte of its answer.',
        [...ingest.values()],
        startedAt,
        now(),
      ),
      toMetric(
        'http.server.request.duration',
        'Duration of HTTP server requests.',
        [...server.values()],
        startedAt,
        now(),
      ),
      toMetric(
        'http.client.request.duration',
        'Duration of HTTP client requests.',
        [...client.values()].flatMap((ofProject) => [...ofProject.values()]),
        startedAt,
        now(),
      ),
    ],
  };
}

const resultOf = (result: string | number): Attributes =>
  typeof result === 'string' ? { 'error.type': result } : { 'http.response.status_code': result };

/** Of ingest, or of what is put in its place. */
function addressOf(ingestOrigin: string | undefined, project: string): Attributes {
  const url = new URL(ingestOrigin ?? `https://${project || 'unknown'}`);
  const port = url.port || (url.protocol === 'http:' ? '80' : '443');
  return { 'server.address': url.hostname, 'server.port': Number(port) };
}

function toMetric(
  name: string,
  description: string,
  all: readonly Series[],
  startMs: number,
  endMs: number,
): HistogramMetricData {
  const time = (ms: number): [number, number] => [
    Math.floor(ms / MS_PER_S),
    Math.round((ms % MS_PER_S) * 1e6),
  ];
  return {
    descriptor: {
      name,
      description,
      unit: 's',
      type: InstrumentType.HISTOGRAM,
      valueType: ValueType.DOUBLE,
      advice: {},
    } as HistogramMetricData['descriptor'],
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: all.map(({ attributes, histogram }) => {
      const { counts, sum } = histogram.read();
      return {
        startTime: time(startMs),
        endTime: time(endMs),
        attributes,
        value: {
          buckets: { boundaries: BOUNDARIES_S, counts: [...counts] },
          sum,
          count: counts.reduce((total, count) => total + count, 0),
        },
      };
    }),
  };
}
