import type { TunnelStats } from '../../src/stats.ts';
import { createTunnel } from '../../src/tunnel.ts';
import type { OutcomeEntry } from '../../src/operations/outcome-entry.ts';
import type { ProcessReport } from '../../src/operations/process-report.ts';
import { NO_DURATIONS } from '../../src/operations/durations.ts';

const { stats, close } = createTunnel({
  allowedDsns: ['https://0123456789abcdef0123456789abcdef@a.example/1'],
});
const IDLE = stats();
void close();

/** The stats of a tunnel for `a.example/1` with these values. */
export const statsOf = (values: Partial<TunnelStats> = {}): TunnelStats => ({
  ...IDLE,
  spool: { envelopes: 0, bytes: 0, maxBytes: 1_000, maxAgeMs: 60_000, isOut: false, isPaused: false },
  ...values,
});

/** The report of an idle process with these values. */
export const reportOf = (values: Partial<ProcessReport> = {}): ProcessReport => ({
  worker: 1,
  pid: 100,
  stats: statsOf(),
  isSpoolHealthy: true,
  oldestAgeMs: 0,
  durations: { server: NO_DURATIONS, ingest: NO_DURATIONS },
  ingestErrors: {},
  outcomes: [],
  skippedOutcomes: 0,
  load: { cpuShare: 0, memoryBytes: 1, loopDelayP99Ms: 0 },
  ...values,
});

/** An outcome with these values. */
export const entryOf = (values: Partial<OutcomeEntry> = {}): OutcomeEntry => ({
  at: 0,
  worker: 1,
  outcome: 'forwarded',
  reason: undefined,
  lost: undefined,
  status: 200,
  eventId: undefined,
  project: 'a.example/1',
  sdk: undefined,
  itemTypes: ['event'],
  bytes: 1,
  durationMs: 1,
  heldMs: undefined,
  keptUntil: undefined,
  limited: [],
  ...values,
});
