import { createTunnel } from '@adit/tunnel';
import type { OutcomeEntry, ProcessReport } from '@adit/tunnel/operations';

const { stats, close } = createTunnel({
  allowedDsns: ['https://0123456789abcdef0123456789abcdef@a.example/1'],
});
const IDLE = stats();
void close();

const NO_DURATIONS = { counts: new Array<number>(15).fill(0), sum: 0 };

/** The report of an idle process with these values. */
export const reportOf = (values: Partial<ProcessReport> = {}): ProcessReport => ({
  worker: 1,
  pid: 100,
  stats: IDLE,
  isSpoolHealthy: true,
  oldestAgeMs: 0,
  durations: { server: NO_DURATIONS, ingest: NO_DURATIONS },
  ingestErrors: {},
  outcomes: [],
  skippedOutcomes: 0,
  load: { cpuShare: 0, memoryBytes: 1, loopDelayP99Ms: 0 },
  ...values,
});

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
});
