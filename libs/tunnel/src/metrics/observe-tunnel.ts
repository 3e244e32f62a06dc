import { metrics, type BatchObservableResult, type Meter } from '@opentelemetry/api';
import { SYSTEM_CLOCK } from '../clock/system-clock.ts';
import { INJECTED_PARTS } from '../guard/faults.ts';
import type { TunnelStats } from '../stats.ts';
import type { SpoolStore } from '../stores/stores.ts';
import type { Clock } from '../clock/clock.ts';
import { createOldestAge } from './oldest-age.ts';
import { createProjectInstruments, observeProjects } from './project-instruments.ts';
import { SCOPE_NAME } from './scope.ts';

/** Where a tunnel's numbers go. */
export interface ObserveTunnelOptions {
  /** Default: the meter `@adit/tunnel` of the global meter provider, as it is set at this time. */
  meter?: Meter;
  /** The tunnel's spool. With it, the age of the oldest envelope is observed too, which takes a look at each DSN's first. */
  spool?: Pick<SpoolStore, 'pendingDsns' | 'peek'> | undefined;
  /** Default the system's. */
  clock?: Pick<Clock, 'now' | 'monotonicNow'>;
}

const MS_PER_S = 1_000;

function createInstruments(meter: Meter) {
  return {
    ...createProjectInstruments(meter),
    requests: meter.createObservableCounter('adit.tunnel.requests', {
      description: 'Requests by outcome and, where the tunnel refused, by reason.',
      unit: '{request}',
    }),
    activeRequests: meter.createObservableUpDownCounter('adit.tunnel.active_requests', {
      description: 'Requests being worked on.',
      unit: '{request}',
    }),
    received: meter.createObservableCounter('adit.tunnel.received', {
      description: 'Bytes of bodies read from clients.',
      unit: 'By',
    }),
    forwarded: meter.createObservableCounter('adit.tunnel.forwarded', {
      description: 'Bytes of envelopes ingest answered.',
      unit: 'By',
    }),
    redelivered: meter.createObservableCounter('adit.tunnel.redelivered', {
      description: 'Stored envelopes that ingest has taken since.',
      unit: '{envelope}',
    }),
    lost: meter.createObservableCounter('adit.tunnel.lost', {
      description: 'Accepted envelopes that neither ingest nor the spool has, by reason. Each counts once.',
      unit: '{envelope}',
    }),
    clientDiscarded: meter.createObservableCounter('adit.tunnel.client_discarded', {
      description: 'What SDKs report that they dropped themselves, by reason and category.',
    }),
    givenUp: meter.createObservableCounter('adit.tunnel.given_up', {
      description: 'Stored envelopes that were given up, by cause.',
      unit: '{envelope}',
    }),
    faults: meter.createObservableCounter('adit.tunnel.faults', {
      description: 'Failures of what was handed to the tunnel, by part.',
      unit: '{fault}',
    }),
    spoolEnvelopes: meter.createObservableUpDownCounter('adit.tunnel.spool.envelopes', {
      description: 'Envelopes awaiting delivery.',
      unit: '{envelope}',
    }),
    spoolSize: meter.createObservableUpDownCounter('adit.tunnel.spool.size', {
      description: 'Bytes of the envelopes awaiting delivery.',
      unit: 'By',
    }),
    spoolLimit: meter.createObservableUpDownCounter('adit.tunnel.spool.limit', {
      description: 'The most bytes that may await delivery.',
      unit: 'By',
    }),
    spoolMaxAge: meter.createObservableGauge('adit.tunnel.spool.max_age', {
      description: 'The age at which envelopes awaiting delivery are dropped.',
      unit: 's',
    }),
    deliveryPaused: meter.createObservableGauge('adit.tunnel.delivery.paused', {
      description: '1 while an operator has paused the delivery of stored envelopes, 0 otherwise.',
    }),
    spoolOldestAge: meter.createObservableGauge('adit.tunnel.spool.oldest_age', {
      description: 'How long the oldest envelope has been awaiting delivery.',
      unit: 's',
    }),
    outage: meter.createObservableGauge('adit.tunnel.outage', {
      description: '1 while ingest of any DSN is known to be away, 0 otherwise.',
    }),
    limitedDsns: meter.createObservableGauge('adit.tunnel.limited_dsns', {
      description: 'DSNs a rate limit of ingest is in force for.',
      unit: '{dsn}',
    }),
    discarded: meter.createObservableCounter('adit.tunnel.discarded', {
      description:
        'What the tunnel dropped and reported, by reason and category: items, or bytes of a category of bytes.',
    }),
  };
}

type Instruments = ReturnType<typeof createInstruments>;

function observeStats(stats: TunnelStats, to: Instruments, result: BatchObservableResult): void {
  const outcomes = {
    forwarded: stats.forwarded,
    spooled: stats.spooled,
    aborted: stats.aborted,
    unreachable: stats.unreachable,
    'timed-out': stats.timedOut,
    'invalid-answer': stats.invalidAnswers,
  };
  for (const [outcome, count] of Object.entries(outcomes)) result.observe(to.requests, count, { outcome });
  for (const [reason, count] of Object.entries(stats.refused)) {
    result.observe(to.requests, count, { outcome: 'refused', reason });
  }
  result.observe(to.activeRequests, stats.inFlight);
  result.observe(to.received, stats.receivedBytes);
  result.observe(to.forwarded, stats.forwardedBytes);
  result.observe(to.limitedDsns, stats.limitedDsns);
  for (const [reason, count] of Object.entries(stats.lost)) result.observe(to.lost, count, { reason });
  for (const kind of ['discarded', 'clientDiscarded'] as const) {
    for (const [reason, byCategory] of Object.entries(stats[kind])) {
      for (const [category, quantity] of Object.entries(byCategory)) {
        result.observe(to[kind], quantity, { reason, category });
      }
    }
  }
  // A counter that begins with its first fault would hide it: Prometheus compares two samples.
  for (const part of INJECTED_PARTS) result.observe(to.faults, stats.faults[part] ?? 0, { part });
  if (stats.spool === undefined) return;
  result.observe(to.redelivered, stats.redelivered);
  for (const [cause, count] of Object.entries(stats.givenUp)) result.observe(to.givenUp, count, { cause });
  result.observe(to.spoolEnvelopes, stats.spool.envelopes);
  result.observe(to.spoolSize, stats.spool.bytes);
  result.observe(to.outage, stats.spool.isOut ? 1 : 0);
  if (stats.spool.maxBytes !== undefined) result.observe(to.spoolLimit, stats.spool.maxBytes);
  result.observe(to.spoolMaxAge, stats.spool.maxAgeMs / MS_PER_S);
  result.observe(to.deliveryPaused, stats.spool.isPaused ? 1 : 0);
}

/**
 * Makes a tunnel's numbers visible as instruments of OpenTelemetry, to whatever exporter the host has set up. They are
 * read from `stats()` when the exporter collects: a request pays nothing. Two tunnels on one meter would write over each
 * other; give each a meter of its own.
 * @returns stops it
 */
export function observeTunnel(
  tunnel: { readonly stats: () => TunnelStats },
  { meter = metrics.getMeter(SCOPE_NAME), spool, clock = SYSTEM_CLOCK }: ObserveTunnelOptions = {},
): () => void {
  const instruments = createInstruments(meter);
  const oldest = spool && createOldestAge(spool, clock);
  const observables = Object.values(instruments);
  const callback = async (result: BatchObservableResult): Promise<void> => {
    const stats = tunnel.stats();
    observeStats(stats, instruments, result);
    observeProjects(stats, instruments, result, clock.now());
    if (oldest === undefined) return;
    // Also while nothing waits, so that a setting of the clock is seen soon.
    oldest.noteClock();
    // A spool that cannot be read leaves a gap in one series, not in all.
    const ageMs = await oldest.read().catch(() => undefined);
    if (ageMs !== undefined) result.observe(instruments.spoolOldestAge, ageMs / MS_PER_S);
  };
  meter.addBatchObservableCallback(callback, observables);
  return () => meter.removeBatchObservableCallback(callback, observables);
}
