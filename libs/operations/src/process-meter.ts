import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The resources that a process uses. */
export interface ProcessReading {
  /** Numbers that only grow. */
  readonly counts: {
    /** Processor time in seconds. */
    readonly cpuUserS: number;
    readonly cpuSystemS: number;
  };
  /** Resident memory. */
  readonly memoryBytes: number;
  /** The time since the process started. */
  readonly uptimeS: number;
  /** The delays of the event loop since the last reading. */
  readonly loopDelayS: { readonly p50: number; readonly p99: number; readonly max: number };
}

/** Measures this process. */
export interface ProcessMeter {
  readonly read: () => ProcessReading;
  readonly stop: () => void;
}

/** How often the delay of the event loop is measured, in milliseconds. */
const LOOP_RESOLUTION_MS = 20;

const NS_PER_S = 1e9;
const US_PER_S = 1e6;
const MS_PER_S = 1_000;

/** Starts to measure this process. */
export function measureProcess(): ProcessMeter {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  // The histogram contains whole intervals, in nanoseconds.
  const late = (ns: number): number => Math.max(0, ns / NS_PER_S - LOOP_RESOLUTION_MS / MS_PER_S);
  return {
    read: () => {
      const { user, system } = process.cpuUsage();
      const loopDelayS = {
        p50: late(loop.percentile(50)),
        p99: late(loop.percentile(99)),
        max: late(loop.max),
      };
      loop.reset();
      return {
        counts: { cpuUserS: user / US_PER_S, cpuSystemS: system / US_PER_S },
        memoryBytes: process.memoryUsage.rss(),
        uptimeS: process.uptime(),
        loopDelayS,
      };
    },
    stop: () => loop.disable(),
  };
}
