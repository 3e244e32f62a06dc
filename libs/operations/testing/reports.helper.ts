import { BOUNDARIES_S, createTunnel, type Durations, type TunnelStats } from '@adit/tunnel';
import type { OutcomeEntry } from '../src/outcomes.ts';
import type { ProcessReport } from '../src/reporter.ts';

const { stats, close } = createTunnel({
  allowedDsns: ['https://0123456789abcdef0123456789abcdef@a.example/1'],
});
const IDLE = stats();
void close();

/** The stats of a tunnel for `a.example/1` with these values. */
export const statsOf = (values: Partial<TunnelStats> = {}): TunnelStats => ({
  ...IDLE,
  spool: {
    envelopes: 0,
    bytes: 0,
    maxBytes: 1_000,
    maxAgeMs: 60_000,
    isOut: false,
    isPaused: false,
    deliveredPerS: 0,
  },
  ...values,
});

/** The report of an idle process with these values. */
export const reportOf = (values: Partial<ProcessReport> = {}): ProcessReport => ({
  worker: 1,
  pid: 100,
  stats: statsOf(),
  isSpoolHealthy: true,
  oldestAgeMs: 0,
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
  filtered: [],
  ...values,
});

/** Durations of requests that each took 20 ms, or `ms` milliseconds. */
export const tookMs = (count: number, ms = 20): Durations => {
  const bucket = BOUNDARIES_S.findIndex((boundary) => ms / 1_000 <= boundary);
  return {
    counts: Array.from({ length: BOUNDARIES_S.length + 1 }, (_, index) => (index === bucket ? count : 0)),
    sum: (count * ms) / 1_000,
  };
};

/** Answers of ingest for one project, by status. */
export const answersOf = (
  byStatus: Readonly<Record<string, number>>,
  project = 'a.example/1',
): TunnelStats['answers'] => ({
  [project]: Object.fromEntries(Object.entries(byStatus).map(([status, count]) => [status, tookMs(count)])),
});
