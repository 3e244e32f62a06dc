import type { Outcome, OutcomeDetail } from '@adit/tunnel';
import { statsOf } from '../testing/reports.helper.ts';
import { MAX_SUCCESSES_PER_S } from './outcomes.ts';
import { createReporter, type ProcessReport, type Reporter } from './reporter.ts';

const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';

const detailOf = (eventId?: string): OutcomeDetail => ({
  eventId,
  project: 'a.example/1',
  sdk: undefined,
  itemTypes: ['event'],
  bytes: 1,
  durationMs: 2,
  limited: [],
  filtered: [],
});
const forwarded = (status: number): Outcome => ({ kind: 'forwarded', status, bytes: 1, durationMs: 1 });

let reporter: Reporter;
let nowMs: number;

beforeEach(() => {
  nowMs = 0;
  reporter = createReporter({
    worker: 3,
    now: () => nowMs,
    monotonicNow: () => nowMs,
    spoolMaxAgeMs: 60_000,
  });
});

afterEach(() => reporter.stop());

const report = (): Promise<ProcessReport> =>
  reporter.report({ stats: statsOf(), isSpoolHealthy: true, oldestAgeMs: () => Promise.resolve(7) });

describe('createReporter', () => {
  it('reports what the process is, and the outcomes since the last report', async () => {
    reporter.tell(forwarded(200), detailOf(EVENT_ID));
    expect(await report()).toMatchObject({
      worker: 3,
      pid: process.pid,
      isSpoolHealthy: true,
      oldestAgeMs: 7,
      outcomes: [{ worker: 3, outcome: 'forwarded', eventId: EVENT_ID }],
      skippedOutcomes: 0,
    });
    expect((await report()).outcomes).toEqual([]);
  });

  it('measures the load since the last report', async () => {
    const used = process.cpuUsage();
    while (process.cpuUsage(used).user < 20_000) Math.sqrt(2);
    nowMs = 1_000;
    const { load } = await report();

    // At least 20 ms of a second.
    expect(load.cpuShare).toBeGreaterThanOrEqual(0.02);
    expect(load.memoryBytes).toBeGreaterThan(1_000_000);
    expect(load.loopDelayP99Ms).toBeGreaterThanOrEqual(0);
    // No time has passed.
    expect((await report()).load.cpuShare).toBe(0);
  });

  it('finds the forwards and deliveries of an event, the newest first', () => {
    reporter.tell(forwarded(200), detailOf(EVENT_ID));
    nowMs = 5;
    reporter.tell({ kind: 'redelivered', status: 413, heldMs: 5 }, detailOf(EVENT_ID));
    // Ingest accepted neither of them.
    reporter.tell({ kind: 'spooled', status: 200, cause: 'unreachable', bytes: 1 }, detailOf(EVENT_ID));
    reporter.tell({ kind: 'given-up', cause: 'expired', heldMs: 5 }, detailOf(EVENT_ID));

    expect(reporter.findForwards(EVENT_ID)).toEqual([
      { at: 5, status: 413 },
      { at: 0, status: 200 },
    ]);
  });

  it('notes envelopes without an event, which cannot be found', async () => {
    reporter.tell(forwarded(200), detailOf());
    reporter.tell({ kind: 'redelivered', status: 200, heldMs: 5 }, detailOf());
    const { outcomes } = await report();

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['forwarded', 'redelivered']);
    expect(reporter.findForwards('0'.repeat(32))).toEqual([]);
  });

  it('notes a sample of successes, and every failure beside them', async () => {
    for (let index = 0; index < MAX_SUCCESSES_PER_S; index += 1) reporter.tell(forwarded(200), detailOf());
    reporter.tell(forwarded(200), detailOf());
    reporter.tell({ kind: 'redelivered', status: 200, heldMs: 5 }, detailOf());
    reporter.tell(forwarded(400), detailOf());
    reporter.tell({ kind: 'given-up', cause: 'expired', heldMs: 5 }, detailOf());
    const { outcomes, skippedOutcomes } = await report();

    expect(outcomes.slice(MAX_SUCCESSES_PER_S)).toMatchObject([{ status: 400 }, { reason: 'expired' }]);
    expect(skippedOutcomes).toBe(2);
  });
});
