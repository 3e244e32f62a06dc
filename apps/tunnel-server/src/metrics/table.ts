import { createTunnelMetrics, type Metric, type Point } from '@adit/operations';
import { VERSION } from '../version.ts';
import type { Measures, ServerMeasures } from './measures.ts';

const one = (value: number | boolean | undefined): readonly Point[] =>
  value === undefined ? [] : [[Number(value)]];

/** The metrics of the server's processes. */
const PROCESS_METRICS: readonly Metric<Measures>[] = [
  {
    name: 'process.cpu.time',
    kind: 'counter',
    unit: 's',
    description: 'Processor time by mode.',
    read: ({ counts }) => [
      [counts.cpuUserS, { 'cpu.mode': 'user' }],
      [counts.cpuSystemS, { 'cpu.mode': 'system' }],
    ],
  },
  {
    name: 'process.memory.usage',
    kind: 'sum',
    unit: 'By',
    description: 'Resident memory.',
    read: ({ memoryBytes }) => one(memoryBytes),
  },
  {
    name: 'process.uptime',
    kind: 'gauge',
    unit: 's',
    description: 'Time since the process began.',
    read: ({ uptimeS }) => one(uptimeS),
  },
  {
    name: 'nodejs.eventloop.delay.p50',
    kind: 'gauge',
    unit: 's',
    description: 'Half of the turns of the event loop since the last reading were at most this late.',
    read: ({ loopDelayS }) => one(loopDelayS.p50),
  },
  {
    name: 'nodejs.eventloop.delay.p99',
    kind: 'gauge',
    unit: 's',
    description: '99 of 100 turns of the event loop since the last reading were at most this late.',
    read: ({ loopDelayS }) => one(loopDelayS.p99),
  },
  {
    name: 'nodejs.eventloop.delay.max',
    kind: 'gauge',
    unit: 's',
    description: 'The latest turn of the event loop since the last reading.',
    read: ({ loopDelayS }) => one(loopDelayS.max),
  },
  {
    name: 'adit.tunnel.build_info',
    kind: 'gauge',
    description: 'Always 1; its attributes are the versions of the server and of Node.',
    read: () => [[1, { version: VERSION, 'node.version': process.version }]],
  },
  {
    name: 'adit.tunnel.store.failing',
    kind: 'gauge',
    description: '1 while a store is full, fails or cannot be used, 0 otherwise.',
    read: ({ isSpoolFailing }) => one(isSpoolFailing).map(([value]) => [value, { store: 'spool' }]),
  },
  {
    name: 'adit.tunnel.redis.away',
    kind: 'gauge',
    description: '1 while Redis counts as away, 0 otherwise.',
    read: ({ isRedisAway }) => one(isRedisAway),
  },
  {
    name: 'adit.tunnel.redis.reconnects',
    kind: 'counter',
    unit: '{connection}',
    description: 'Connections to Redis that were made again.',
    read: ({ counts }) => one(counts.redisReconnects),
  },
  {
    name: 'adit.tunnel.insurance.envelopes',
    kind: 'sum',
    unit: '{envelope}',
    description: 'Envelopes that Redis could not take and that this replica delivers.',
    read: ({ insurance }) => one(insurance?.envelopes),
  },
  {
    name: 'adit.tunnel.insurance.size',
    kind: 'sum',
    unit: 'By',
    description: 'Bytes of these envelopes.',
    read: ({ insurance }) => one(insurance?.bytes),
  },
  {
    name: 'adit.tunnel.workers',
    kind: 'sum',
    unit: '{worker}',
    description: 'Worker processes that take envelopes.',
    read: ({ workers }) => one(workers),
  },
  {
    name: 'adit.tunnel.worker.restarts',
    kind: 'counter',
    unit: '{restart}',
    description: 'Worker processes started to replace one that died.',
    // If the counter began with the first restart, the restart would be hidden: Prometheus compares two samples.
    read: ({ counts }) => one(counts.workerRestarts),
  },
];

/** The measures at a time. */
export interface Reading {
  readonly measures: ServerMeasures;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Creates the metrics of the server, except durations. They remember the limits that they have reported. */
export const createServerMetrics = (): readonly Metric<Reading>[] => [
  ...createTunnelMetrics().map(({ read, ...metric }) => ({
    ...metric,
    read: ({ measures: { ledger, stats, oldestAgeMs }, nowMs }: Reading) =>
      read({ ledger, stats, nowMs, oldestAgeMs }),
  })),
  ...PROCESS_METRICS.map(({ read, ...metric }) => ({
    ...metric,
    read: ({ measures }: Reading) => read(measures),
  })),
];
