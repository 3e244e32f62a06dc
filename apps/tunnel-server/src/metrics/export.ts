import { addUp, BOUNDARIES_S, countOf, type Durations, type Ledger } from '@adit/tunnel';
import type { Metric } from '@adit/operations';
import { ValueType } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type MetricData,
  type ScopeMetrics,
} from '@opentelemetry/sdk-metrics';
import type { ServerMeasures } from './measures.ts';
import type { Reading } from './table.ts';

/** Attributes of a series. */
type Attributes = Readonly<Record<string, string | number>>;

/** The durations of each set of attributes. */
type Series = readonly (readonly [Attributes, Durations])[];

/** The addresses of requests. */
export interface DurationOptions {
  /** The tunnel path. */
  readonly path: string;
  /** The prefix of `/api/` of the API door; `undefined` if it is closed. */
  readonly apiPath?: string | undefined;
  /** The address that gets envelopes instead of the DSN's host. */
  readonly ingestOrigin?: string | undefined;
}

/** The dependencies of metrics besides the measures. */
export interface ExportOptions extends DurationOptions {
  readonly metrics: readonly Metric<Reading>[];
  /** When counting began, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Now, in milliseconds since the epoch. */
  readonly nowMs: number;
}

/** The scope of the metrics. */
const SCOPE = { name: '@adit/tunnel' };

/** The metrics of these measures in the format of OpenTelemetry. */
export function toScopeMetrics(measures: ServerMeasures, options: ExportOptions): ScopeMetrics[] {
  const { metrics: all, startedAt, nowMs } = options;
  const times = { startTime: timeOf(startedAt), endTime: timeOf(nowMs) };
  const commonOf = (descriptor: Pick<MetricData['descriptor'], 'name' | 'description' | 'unit'>) => ({
    descriptor: { ...descriptor, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  });
  const numbers = all.map(({ kind, name, unit, description, read }): MetricData => {
    const dataPoints = read({ ...measures, nowMs }).map(([value, attributes = {}]): DataPoint<number> => ({
      ...times,
      attributes,
      value,
    }));
    const common = { ...commonOf({ name, description, unit }), dataPoints };
    return kind === 'gauge'
      ? { ...common, dataPointType: DataPointType.GAUGE }
      : { ...common, dataPointType: DataPointType.SUM, isMonotonic: kind === 'counter' };
  });
  const histograms = durationMetrics(measures.ledger, options).map(
    ({ name, description, series }): MetricData => ({
      ...commonOf({ name, description, unit: 's' }),
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: series.map(([attributes, { counts, sum }]) => ({
        ...times,
        attributes,
        value: {
          buckets: { boundaries: [...BOUNDARIES_S], counts: [...counts] },
          sum,
          count: countOf({ counts, sum }),
        },
      })),
    }),
  );
  const metrics = [...numbers, ...histograms].filter(({ dataPoints }) => dataPoints.length > 0);
  return [{ scope: SCOPE, metrics }];
}

/** Formats metrics as Prometheus text, without labels for scope and process. */
export function toPrometheusText(scopeMetrics: ScopeMetrics[]): string {
  const serializer = new PrometheusSerializer('', false, undefined, true, true);
  // The serializer uses the resource only for labels that are omitted here. Its types come from its own copy of the
  // SDK.
  const resourceMetrics = { resource: { attributes: {} }, scopeMetrics } as unknown;
  return serializer.serialize(resourceMetrics as Parameters<typeof serializer.serialize>[0]);
}

const MS_PER_S = 1_000;
const NS_PER_MS = 1e6;

const timeOf = (ms: number): [number, number] => [
  Math.floor(ms / MS_PER_S),
  Math.round((ms % MS_PER_S) * NS_PER_MS),
];

/**
 * The HTTP histograms of OpenTelemetry's semantic conventions, and `adit.tunnel.ingest.duration`. There is a series for each
 * status, and for each project that it was sent for.
 */
export function durationMetrics(
  { requests, answers, redeliveries }: Pick<Ledger, 'requests' | 'answers' | 'redeliveries'>,
  { path, apiPath = '', ingestOrigin }: DurationOptions,
): readonly { readonly name: string; readonly description: string; readonly series: Series }[] {
  const routeOf = (endpoint: string): string =>
    endpoint === 'tunnel' ? path : `${apiPath.replace(/\/$/, '')}/api/{project}/${endpoint}/`;
  return [
    {
      name: 'adit.tunnel.ingest.duration',
      description: 'Time from the first byte offered to ingest to the last byte of its answer.',
      series: seriesOf(addUp(Object.values(answers)), resultOf),
    },
    {
      name: 'http.server.request.duration',
      description: 'Duration of HTTP server requests.',
      series: seriesOf(requests, (key) => {
        const [method = '', endpoint = '', result = ''] = key.split(' ');
        return {
          'http.request.method': method,
          'url.scheme': 'http',
          ...(endpoint !== 'undefined' && { 'http.route': routeOf(endpoint) }),
          ...resultOf(result),
        };
      }),
    },
    {
      name: 'http.client.request.duration',
      description: 'Duration of HTTP client requests.',
      series: Object.entries(addUp([answers, redeliveries])).flatMap(([project, byResult]) =>
        seriesOf(byResult, (result) => ({
          'http.request.method': 'POST',
          ...addressOf(ingestOrigin, project),
          project,
          ...resultOf(result),
        })),
      ),
    },
  ];
}

const seriesOf = (
  all: Readonly<Record<string, Durations>>,
  attributesOf: (key: string) => Attributes,
): Series => Object.entries(all).map(([key, durations]) => [attributesOf(key), durations]);

const resultOf = (result: string): Attributes =>
  /^\d+$/.test(result) ? { 'http.response.status_code': Number(result) } : { 'error.type': result };

/** The address of ingest, or of the server in its place. */
function addressOf(ingestOrigin: string | undefined, project: string): Attributes {
  const url = new URL(ingestOrigin ?? `https://${project || 'unknown'}`);
  const port = url.port || (url.protocol === 'http:' ? '80' : '443');
  return { 'server.address': url.hostname, 'server.port': Number(port) };
}
