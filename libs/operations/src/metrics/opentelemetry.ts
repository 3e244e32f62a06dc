import { metrics, type Attributes, type BatchObservableResult, type Meter } from '@opentelemetry/api';
import { SYSTEM_CLOCK, type Clock } from '@adit/envelope';
import { BOUNDARIES_S, ledgerOf, warnOfFault, type Fact, type TunnelStats } from '@adit/tunnel';
import type { SpoolStore } from '@adit/spool';
import { createOldestAge } from '../oldest-age.ts';
import { measureDocument } from '../policy/document-measure.ts';
import type { DocumentState } from '../policy/policy-reading.ts';
import { createTunnelMetrics, type Metric, type TunnelReading } from './table.ts';

/** Options of {@link observeTunnel}. */
export interface ObserveTunnelOptions {
  /** Default: the meter `@adit/tunnel` of the global meter provider at the time of the call. */
  meter?: Meter;
  /**
   * The tunnel's spool. With it, the age of the oldest envelope is observed too, which looks at the first envelope of
   * each DSN.
   */
  spool?: Pick<SpoolStore, 'pendingDsns' | 'peek'> | undefined;
  /** The state of the document that the tunnel's policy follows: `state` of its watch. Default none. */
  policyState?: (() => DocumentState) | undefined;
  /** Default: the system's clock. */
  clock?: Pick<Clock, 'now' | 'monotonicNow'>;
}

/** The instrumentation scope of the tunnel's instruments. */
const SCOPE_NAME = '@adit/tunnel';

const CREATORS = {
  counter: 'createObservableCounter',
  sum: 'createObservableUpDownCounter',
  gauge: 'createObservableGauge',
} as const;

const instrumentOf = (meter: Meter, { name, kind, unit, description }: Metric<TunnelReading>) =>
  meter[CREATORS[kind]](name, { description, unit });

/**
 * Exposes a tunnel's numbers as OpenTelemetry instruments, to the exporter that the host has set up. They are read from
 * `stats()` when the exporter collects: requests pay nothing. Two tunnels on one meter would overwrite each other's
 * values; give each its own meter.
 * @returns a function that stops it
 */
export function observeTunnel(
  tunnel: { readonly stats: () => TunnelStats },
  {
    meter = metrics.getMeter(SCOPE_NAME),
    spool,
    policyState,
    clock = SYSTEM_CLOCK,
  }: ObserveTunnelOptions = {},
): () => void {
  const observed = createTunnelMetrics().map((metric) => ({
    metric,
    instrument: instrumentOf(meter, metric),
  }));
  const oldest = spool && createOldestAge(spool, clock);
  const callback = async (result: BatchObservableResult): Promise<void> => {
    // Also while nothing waits, so that a change of the clock is noticed early.
    oldest?.noteClock();
    // An unreadable spool leaves a gap in one series, not in all.
    const oldestAgeMs = await oldest?.read().catch(() => undefined);
    const stats = tunnel.stats();
    const reading: TunnelReading = {
      ...{ ledger: ledgerOf(stats), stats, nowMs: clock.now(), oldestAgeMs },
      policy: measureDocument(policyState?.()),
    };
    for (const { metric, instrument } of observed) {
      for (const [value, attributes] of metric.read(reading)) result.observe(instrument, value, attributes);
    }
  };
  const instruments = observed.map(({ instrument }) => instrument);
  meter.addBatchObservableCallback(callback, instruments);
  return () => meter.removeBatchObservableCallback(callback, instruments);
}

/** Options of {@link recordDurations}. */
export interface RecordDurationsOptions {
  /** Default: the meter `@adit/tunnel` of the global meter provider at the time of the call. */
  meter?: Meter;
}

const MS_PER_S = 1_000;

/** OpenTelemetry's own names. One attribute: the SDK hashes them for every value. */
const attributesOf = (result: number | string): Attributes =>
  typeof result === 'number' ? { 'http.response.status_code': result } : { 'error.type': result };

/**
 * Records how long ingest took, as the histogram `adit.tunnel.ingest.duration`, by `http.response.status_code` or, if
 * it gave no answer, `error.type`. Pass the result to `createTunnel` as `tell`; it warns of faults on the console. It
 * costs a forwarded request about half a microsecond; `observeTunnel` reads all other measurements from `stats()` on
 * demand.
 */
export function recordDurations({ meter = metrics.getMeter(SCOPE_NAME) }: RecordDurationsOptions = {}): (
  fact: Fact,
) => void {
  const histogram = meter.createHistogram('adit.tunnel.ingest.duration', {
    description: 'Time from the first byte offered to ingest to the last byte of its answer.',
    unit: 's',
    advice: { explicitBucketBoundaries: [...BOUNDARIES_S] },
  });
  /** There are few statuses and failures, so a request allocates no attributes. */
  const known = new Map<number | string, Attributes>();

  return (fact) => {
    if (fact.kind === 'fault') warnOfFault(fact);
    if (!('durationMs' in fact)) return;
    const result = fact.kind === 'forwarded' ? fact.status : fact.kind;
    let attributes = known.get(result);
    if (attributes === undefined) known.set(result, (attributes = attributesOf(result)));
    histogram.record(fact.durationMs / MS_PER_S, attributes);
  };
}
