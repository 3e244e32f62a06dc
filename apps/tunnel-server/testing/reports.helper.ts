import { createTunnel, type TunnelStats } from '@adit/tunnel';
import type { OutcomeEntry, ProcessReport } from '@adit/operations';
import { toPrometheusText, toScopeMetrics } from '../src/metrics/export.ts';
import { mergeMeasures, type Measures, type ServerMeasures } from '../src/metrics/measures.ts';
import { createServerMetrics } from '../src/metrics/table.ts';

const { stats, close } = createTunnel({
  allowedDsns: ['https://0123456789abcdef0123456789abcdef@a.example/1'],
});
const IDLE = stats();
void close();

/** The report of an idle process with these values. */
export const reportOf = (values: Partial<ProcessReport> = {}): ProcessReport => ({
  worker: 1,
  pid: 100,
  stats: IDLE,
  isSpoolHealthy: true,
  oldestAgeMs: 0,
  outcomes: [],
  skippedOutcomes: 0,
  load: { cpuShare: 0, memoryBytes: 1, loopDelayP99Ms: 0 },
  ...values,
});

/** The measures of a process with these stats. */
export const measuresOf = (stats: Partial<TunnelStats> = {}, values: Partial<Measures> = {}): Measures => ({
  stats: { ...IDLE, ...stats },
  memoryBytes: 1_000,
  uptimeS: 1,
  loopDelayS: { p50: 0, p99: 0, max: 0 },
  counts: { cpuUserS: 1, cpuSystemS: 0 },
  ...values,
});

/** The measures as a scraper reads them, line by line. */
export function linesOf(
  measures: Measures | ServerMeasures,
  options: Partial<Parameters<typeof toScopeMetrics>[1]> = {},
): readonly string[] {
  const where = { metrics: createServerMetrics(), path: '/t', startedAt: 0, nowMs: 0 };
  const all = 'ledger' in measures ? measures : mergeMeasures([measures]);
  return toPrometheusText(toScopeMetrics(all, { ...where, ...options })).split('\n');
}

/** An event that was stored because ingest did not answer in time. */
export const storedEntry = (eventId: string): OutcomeEntry => ({
  at: 0,
  worker: 1,
  outcome: 'spooled',
  reason: 'timed-out',
  lost: undefined,
  status: 200,
  eventId,
  project: 'a.example/1',
  sdk: undefined,
  itemTypes: ['event'],
  bytes: 1,
  durationMs: 1,
  heldMs: undefined,
  keptUntil: undefined,
  limited: [],
  filtered: [],
});
