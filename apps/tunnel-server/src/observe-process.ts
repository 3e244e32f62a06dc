import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';

/** Facts for the instrument of the build. */
interface ProcessFacts {
  /** The server's version. */
  version: string;
  /** Whether each store works, by its name. */
  stores: ReadonlyMap<string, () => boolean>;
}

/** How often the delay of the event loop is measured, in milliseconds. */
const LOOP_RESOLUTION_MS = 20;

const NS_PER_S = 1e9;
const US_PER_S = 1e6;
const MS_PER_S = 1_000;

/**
 * Adds the instruments of a process: processor time, memory, event loop and build, by OpenTelemetry's names, and the health of
 * its stores.
 * @returns stops the measurement
 */
export function observeProcess(meter: Meter, { version, stores }: ProcessFacts): () => void {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  const instruments = {
    cpu: meter.createObservableCounter('process.cpu.time', {
      description: 'Processor time by mode.',
      unit: 's',
    }),
    memory: meter.createObservableUpDownCounter('process.memory.usage', {
      description: 'Resident memory.',
      unit: 'By',
    }),
    uptime: meter.createObservableGauge('process.uptime', {
      description: 'Time since the process began.',
      unit: 's',
    }),
    p50: meter.createObservableGauge('nodejs.eventloop.delay.p50', {
      description: 'Half of the turns of the event loop since the last reading came at most so late.',
      unit: 's',
    }),
    p99: meter.createObservableGauge('nodejs.eventloop.delay.p99', {
      description: '99 of 100 turns of the event loop since the last reading came at most so late.',
      unit: 's',
    }),
    max: meter.createObservableGauge('nodejs.eventloop.delay.max', {
      description: 'The latest turn of the event loop since the last reading.',
      unit: 's',
    }),
    build: meter.createObservableGauge('adit.tunnel.build_info', {
      description: 'Always 1; its attributes are the versions of the server and of Node.',
    }),
    failing: meter.createObservableGauge('adit.tunnel.store.failing', {
      description: '1 while a store is full, fails or cannot be used, 0 otherwise.',
    }),
  };
  meter.addBatchObservableCallback((result) => {
    const { user, system } = process.cpuUsage();
    result.observe(instruments.cpu, user / US_PER_S, { 'cpu.mode': 'user' });
    result.observe(instruments.cpu, system / US_PER_S, { 'cpu.mode': 'system' });
    result.observe(instruments.memory, process.memoryUsage.rss());
    result.observe(instruments.uptime, process.uptime());
    const late = (ns: number): number => Math.max(0, ns / NS_PER_S - LOOP_RESOLUTION_MS / MS_PER_S);
    result.observe(instruments.p50, late(loop.percentile(50)));
    result.observe(instruments.p99, late(loop.percentile(99)));
    result.observe(instruments.max, late(loop.max));
    loop.reset();
    result.observe(instruments.build, 1, { version, 'node.version': process.version });
    for (const [store, isHealthy] of stores)
      result.observe(instruments.failing, isHealthy() ? 0 : 1, { store });
  }, Object.values(instruments));
  return () => {
    loop.disable();
  };
}
