import type { Meter } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider, MetricReader, type MetricData, type ScopeMetrics } from '@opentelemetry/sdk-metrics';

/** The metrics of one process, collected on demand. */
export interface Metrics {
  readonly meter: Meter;
  /** All metrics, as plain data that can be sent to another process. */
  readonly collect: () => Promise<ScopeMetrics[]>;
  readonly close: () => Promise<void>;
}

const SCOPE = '@adit/tunnel';

class OnDemandReader extends MetricReader {
  protected override onForceFlush(): Promise<void> {
    return Promise.resolve();
  }

  protected override onShutdown(): Promise<void> {
    return Promise.resolve();
  }
}

/** Creates {@link Metrics} with their own SDK. Sets nothing global, so that several servers stay separate. */
export function createMetrics(): Metrics {
  const reader = new OnDemandReader();
  const provider = new MeterProvider({ readers: [reader] });
  return {
    meter: provider.getMeter(SCOPE),
    collect: async () => {
      const { resourceMetrics } = await reader.collect();
      return resourceMetrics.scopeMetrics;
    },
    close: () => provider.shutdown(),
  };
}

/** Adds metrics that no SDK has collected to those of the tunnel. */
export function addMetrics(scopes: readonly ScopeMetrics[], metrics: readonly MetricData[]): ScopeMetrics[] {
  const [first = { scope: { name: SCOPE }, metrics: [] }, ...others] = scopes;
  return [{ ...first, metrics: [...first.metrics, ...metrics] }, ...others];
}

/** Formats metrics as Prometheus text, without labels for scope and process. */
export function toPrometheusText(scopeMetrics: ScopeMetrics[]): string {
  const serializer = new PrometheusSerializer('', false, undefined, true, true);
  // The serializer uses the resource only for labels that are omitted here. Its types come from its own copy of the
  // SDK.
  const resourceMetrics = { resource: { attributes: {} }, scopeMetrics } as unknown;
  return serializer.serialize(resourceMetrics as Parameters<typeof serializer.serialize>[0]);
}
