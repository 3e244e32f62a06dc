import type { Fact, Fault, OutcomeDetail, TunnelStats } from '@adit/tunnel';
import { createForwardTrail, type Forward } from './forward-trail.ts';
import { createOutcomeSampler, toEntry, type EntryContext, type OutcomeEntry } from './outcomes.ts';
import type { ObservedPolicy, PolicyReading } from './policy/policy-reading.ts';
import { readPolicy } from './policy/read-policy.ts';
import { measureProcess, type ProcessReading } from './process-meter.ts';

/**
 * The state of a process that accepts envelopes, read once a second. Plain data, so that it can be sent to another
 * process.
 */
export interface ProcessReport {
  /** The worker's number. Its replacement has the same number and a different `pid`. */
  readonly worker: number;
  readonly pid: number;
  readonly stats: TunnelStats;
  /** Whether envelopes can be stored; `undefined` without a spool. */
  readonly isSpoolHealthy: boolean | undefined;
  /** Age of the oldest stored envelope, in milliseconds; `undefined` if it cannot be read. */
  readonly oldestAgeMs: number | undefined;
  /** Outcomes since the last report. */
  readonly outcomes: readonly OutcomeEntry[];
  /** Outcomes that were not noted since the process started. */
  readonly skippedOutcomes: number;
  /** Rules and budgets; `undefined` without a policy. */
  readonly policy?: PolicyReading | undefined;
  /** The load since the last report. */
  readonly load: ProcessLoad;
}

/** How busy a process is. */
export interface ProcessLoad {
  /** Processor time as a share of one core. */
  readonly cpuShare: number;
  /** Resident memory. */
  readonly memoryBytes: number;
  /** The 99th percentile of the delay of the event loop, in milliseconds. */
  readonly loopDelayP99Ms: number;
}

/** Follows the outcomes of one process and reports on it. */
export interface Reporter {
  /** Notes the end of a request or of a stored envelope. */
  readonly tell: (outcome: Exclude<Fact, Fault>, detail: OutcomeDetail) => void;
  readonly report: (sources: ReportSources) => Promise<ProcessReport>;
  readonly findForwards: (eventId: string) => readonly Forward[];
  readonly stop: () => void;
}

/** The state from which a report is built. */
export interface ReportSources {
  readonly stats: TunnelStats;
  readonly isSpoolHealthy: boolean | undefined;
  readonly oldestAgeMs: () => Promise<number | undefined>;
  /** Default none. */
  readonly policy?: ObservedPolicy | undefined;
}

/** Options of {@link createReporter}. */
interface ReporterOptions extends EntryContext {
  /** A monotonic clock, in milliseconds. */
  monotonicNow: () => number;
}

/** The first status that is not a success. */
const FIRST_FAILURE = 400;

const MS_PER_S = 1_000;

/** Follows the outcomes of this process, and reports on it. */
export function createReporter({ monotonicNow, ...context }: ReporterOptions): Reporter {
  const sampler = createOutcomeSampler(monotonicNow);
  const trail = createForwardTrail(context.now);
  const measureLoad = createLoadMeter(monotonicNow);

  return {
    tell: (fact, detail) => {
      const isAnswered = fact.kind === 'forwarded' || fact.kind === 'redelivered';
      if (isAnswered) {
        const { eventId } = detail;
        if (eventId !== undefined) trail.add(eventId, fact.status);
      }
      const isSuccess = isAnswered && (fact.kind === 'redelivered' || fact.status < FIRST_FAILURE);
      if (sampler.admits(isSuccess)) sampler.add(toEntry(fact, detail, context));
    },
    report: async ({ stats, isSpoolHealthy, oldestAgeMs, policy }) => {
      const { entries, skipped } = sampler.take();
      return {
        worker: context.worker,
        pid: process.pid,
        stats,
        isSpoolHealthy,
        oldestAgeMs: await oldestAgeMs(),
        outcomes: entries,
        skippedOutcomes: skipped,
        policy: policy && readPolicy(policy),
        load: measureLoad.read(),
      };
    },
    findForwards: trail.find,
    stop: measureLoad.stop,
  };
}

/** Measures the load between two readings. */
function createLoadMeter(monotonicNow: () => number): { read: () => ProcessLoad; stop: () => void } {
  const { read, stop } = measureProcess();
  const cpuMs = ({ cpuUserS, cpuSystemS }: ProcessReading['counts']): number =>
    (cpuUserS + cpuSystemS) * MS_PER_S;
  let readAt = monotonicNow();
  let usedMs = cpuMs(read().counts);
  return {
    read: () => {
      const { counts, memoryBytes, loopDelayS } = read();
      const [now, allMs] = [monotonicNow(), cpuMs(counts)];
      const cpuShare = now > readAt ? (allMs - usedMs) / (now - readAt) : 0;
      readAt = now;
      usedMs = allMs;
      return { cpuShare, memoryBytes, loopDelayP99Ms: loopDelayS.p99 * MS_PER_S };
    },
    stop,
  };
}
