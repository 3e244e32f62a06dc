import type { Clock } from '@adit/envelope';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import type { ScopeMetrics } from '@opentelemetry/sdk-metrics';

/** Regularly sends metrics to an OTLP receiver. */
export interface MetricPush {
  /** Sends the final metrics and stops. Resolves after at most five seconds. */
  readonly stop: (counted: ScopeMetrics[]) => Promise<void>;
}

/** Options of {@link startMetricPush}. */
export interface MetricPushOptions {
  /** The URL to which metrics are posted, such as `http://collector:4318/v1/metrics`. */
  url: string;
  intervalMs: number;
  collect: () => Promise<ScopeMetrics[]>;
  /** Attributes of the resource, such as `service.name`. */
  attributes: Readonly<Record<string, string>>;
  /** Called if a push fails. The next one has the same counts, so nothing is lost. */
  onError: (error: unknown) => void;
  clock: Clock;
  /** Default: OpenTelemetry's exporter. */
  exporter?: MetricExporter;
}

/** The parts of an exporter that a push needs. */
type MetricExporter = Pick<OTLPMetricExporter, 'export' | 'shutdown'>;

/** The time for the last push, in milliseconds. */
const LAST_PUSH_MS = 5_000;

/** The result of an export; 0 is success. */
interface ExportResult {
  readonly code: number;
  readonly error?: Error;
}

/**
 * Starts a {@link MetricPush}. OpenTelemetry's exporter reads further variables, such as `OTEL_EXPORTER_OTLP_HEADERS`,
 * and retries while the receiver is busy.
 */
export function startMetricPush({
  url,
  intervalMs,
  collect,
  attributes,
  onError,
  clock,
  exporter = new OTLPMetricExporter({ url }),
}: MetricPushOptions): MetricPush {
  let isStopped = false;
  let pushing = Promise.resolve();
  let timer: unknown;

  const push = async (read: () => Promise<ScopeMetrics[]>): Promise<void> => {
    try {
      // Its types come from its own copy of the SDK.
      const metrics = { resource: { attributes }, scopeMetrics: await read() } as unknown;
      const { code, error } = await new Promise<ExportResult>((resolve) =>
        exporter.export(metrics as Parameters<typeof exporter.export>[0], resolve),
      );
      if (code !== 0) onError(error ?? new Error('the receiver refused the metrics'));
    } catch (error) {
      onError(error);
    }
  };
  const pushLater = (): void => {
    timer = clock.setTimeout(() => {
      pushing = push(collect).then(() => {
        if (!isStopped) pushLater();
      });
    }, intervalMs);
  };
  pushLater();

  return {
    stop: async (counted) => {
      isStopped = true;
      clock.clearTimeout(timer);
      let deadline: unknown;
      const overdue = new Promise<void>((resolve) => (deadline = clock.setTimeout(resolve, LAST_PUSH_MS)));
      const last = pushing.then(() => push(() => Promise.resolve(counted))).then(() => exporter.shutdown());
      await Promise.race([last, overdue]);
      clock.clearTimeout(deadline);
    },
  };
}
