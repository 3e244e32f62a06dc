import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Outcome } from '../outcome/outcomes.ts';
import type { OutcomeDetail, StoredOutcome } from '../outcome/outcome-detail.ts';
import type { TunnelStats } from '../stats.ts';
import { createForwardTrail, type Forward } from './forward-trail.ts';
import { createIngestErrors } from './ingest-errors.ts';
import { toEntry, type EntryContext } from './outcome-entry.ts';
import { createOutcomeSampler } from './outcome-sampler.ts';
import type { ProcessLoad, ProcessReport } from './process-report.ts';
import { createRequestDurations } from './request-durations.ts';

/** Follows the outcomes of one process and reports on it. */
export interface Reporter {
  readonly note: (outcome: Outcome, detail: OutcomeDetail) => void;
  readonly noteStored: (outcome: StoredOutcome, detail: OutcomeDetail) => void;
  readonly report: (sources: ReportSources) => Promise<ProcessReport>;
  readonly findForwards: (eventId: string) => readonly Forward[];
  readonly stop: () => void;
}

/** The state that a report is made of. */
export interface ReportSources {
  readonly stats: TunnelStats;
  readonly isSpoolHealthy: boolean | undefined;
  readonly oldestAgeMs: () => Promise<number | undefined>;
}

/** Options of {@link createReporter}. */
interface ReporterOptions extends EntryContext {
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number;
}

/** The first status that is no success. */
const FIRST_FAILURE = 400;

/** How often the delay of the event loop is measured, in milliseconds. */
const LOOP_RESOLUTION_MS = 20;

/** Follows the outcomes of this process, and reports on it. */
export function createReporter({ monotonicNow, ...context }: ReporterOptions): Reporter {
  const durations = createRequestDurations();
  const sampler = createOutcomeSampler(monotonicNow);
  const trail = createForwardTrail(context.now);
  const ingestErrors = createIngestErrors();
  const measureLoad = createLoadMeter(monotonicNow);

  return {
    note: (outcome, detail) => {
      durations.record(outcome, detail);
      const isForwarded = outcome.kind === 'forwarded';
      if (isForwarded) {
        const { eventId } = detail;
        if (eventId !== undefined) trail.add(eventId, outcome.status);
        ingestErrors.add(detail.project, outcome.status);
      }
      if (sampler.admits(isForwarded && outcome.status < FIRST_FAILURE)) {
        sampler.add(toEntry(outcome, detail, context));
      }
    },
    noteStored: (outcome, detail) => {
      const isRedelivered = outcome.kind === 'redelivered';
      if (isRedelivered) {
        durations.recordRedelivery(detail);
        const { eventId } = detail;
        if (eventId !== undefined) trail.add(eventId, outcome.status);
      }
      if (sampler.admits(isRedelivered)) sampler.add(toEntry(outcome, detail, context));
    },
    report: async ({ stats, isSpoolHealthy, oldestAgeMs }) => {
      const { entries, skipped } = sampler.take();
      return {
        worker: context.worker,
        pid: process.pid,
        stats,
        isSpoolHealthy,
        oldestAgeMs: await oldestAgeMs(),
        durations: durations.read(),
        ingestErrors: ingestErrors.read(),
        outcomes: entries,
        skippedOutcomes: skipped,
        load: measureLoad.read(),
      };
    },
    findForwards: trail.find,
    stop: measureLoad.stop,
  };
}

/** Measures the load between two readings. */
function createLoadMeter(monotonicNow: () => number): { read: () => ProcessLoad; stop: () => void } {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  let readAt = monotonicNow();
  let cpu = process.cpuUsage();
  return {
    read: () => {
      const now = monotonicNow();
      const { user, system } = process.cpuUsage(cpu);
      cpu = process.cpuUsage();
      const elapsedMs = now - readAt;
      readAt = now;
      // The histogram holds whole intervals, in nanoseconds.
      const delayMs = Math.max(0, loop.percentile(99) / 1e6 - LOOP_RESOLUTION_MS);
      loop.reset();
      return {
        cpuShare: elapsedMs > 0 ? (user + system) / 1_000 / elapsedMs : 0,
        memoryBytes: process.memoryUsage.rss(),
        loopDelayP99Ms: delayMs,
      };
    },
    stop: () => {
      loop.disable();
    },
  };
}
