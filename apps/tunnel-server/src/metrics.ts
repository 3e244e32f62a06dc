import type { Meter } from '@opentelemetry/api';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider, MetricReader, type ScopeMetrics } from '@opentelemetry/sdk-metrics';

/** The metrics of one process, read when somebody asks and never before. */
export interface Metrics {
  readonly meter: Meter;
  /** Everything measured so far, as plain data that may cross to another process. */
  readonly collect: () => Promise<ScopeMetrics[]>;
  readonly close: () => Promise<void>;
}

class OnDemandReader extends MetricReader {
  protected override onForceFlush(): Promise<void> {
    return Promise.resolve();
  }

  protected override onShutdown(): Promise<void> {
    return Promise.resolve();
  }
}

/** Creates {@link Metrics} with an SDK of their own: nothing global is set, so that two servers do not mix. */
export function createMetrics(): Metrics {
  const reader = new OnDemandReader();
  const provider = new MeterProvider({ readers: [reader] });
  return {
    meter: provider.getMeter('@adit/tunnel'),
    collect: async () => {
      const { resourceMetrics } = await reader.collect();
      return resourceMetrics.scopeMetrics;
    },
    close: () => provider.shutdown(),
  };
}

/** Writes metrics in the text format of Prometheus, without labels for the scope and the process they come from. */
export function toPrometheusText(scopeMetrics: ScopeMetrics[]): string {
  const serializer = new PrometheusSerializer('', false, undefined, true, true);
  // The serializer reads the resource only for the labels that are left out here, and brings an SDK of its own, whose
  // types are the same by another name.
  const resourceMetrics = { resource: { attributes: {} }, scopeMetrics } as unknown;
  return serializer.serialize(resourceMetrics as Parameters<typeof serializer.serialize>[0]);
}
