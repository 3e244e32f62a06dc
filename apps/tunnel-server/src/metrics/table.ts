import { createTunnelMetrics, metric, type Metric, type TunnelReading } from '@adit/operations';
import { VERSION } from '../version.ts';
import type { ServerMeasures } from './measures.ts';

/** The measures at a time. */
export type Reading = ServerMeasures & TunnelReading;

/** The metrics of the server's processes. */
const PROCESS_METRICS: readonly Metric<Reading>[] = [
  metric('counter', 'process.cpu.time', 's', 'Processor time by mode.', ({ counts }) => [
    [counts.cpuUserS, { 'cpu.mode': 'user' }],
    [counts.cpuSystemS, { 'cpu.mode': 'system' }],
  ]),
  metric('sum', 'process.memory.usage', 'By', 'Resident memory.', ({ memoryBytes }) => memoryBytes),
  metric('gauge', 'process.uptime', 's', 'Time since the process began.', ({ uptimeS }) => uptimeS),
  metric(
    'gauge',
    'nodejs.eventloop.delay.p50',
    's',
    'Half of the turns of the event loop since the last reading were at most this late.',
    ({ loopDelayS }) => loopDelayS.p50,
  ),
  metric(
    'gauge',
    'nodejs.eventloop.delay.p99',
    's',
    '99 of 100 turns of the event loop since the last reading were at most this late.',
    ({ loopDelayS }) => loopDelayS.p99,
  ),
  metric(
    'gauge',
    'nodejs.eventloop.delay.max',
    's',
    'The latest turn of the event loop since the last reading.',
    ({ loopDelayS }) => loopDelayS.max,
  ),
  metric(
    'gauge',
    'adit.tunnel.build_info',
    '',
    'Always 1; its attributes are the versions of the server and of Node.',
    () => [[1, { version: VERSION, 'node.version': process.version }]],
  ),
  metric(
    'gauge',
    'adit.tunnel.store.failing',
    '',
    '1 while a store is full, fails or cannot be used, 0 otherwise.',
    ({ isSpoolFailing }) =>
      isSpoolFailing === undefined ? [] : [[Number(isSpoolFailing), { store: 'spool' }]],
  ),
  metric(
    'gauge',
    'adit.tunnel.redis.away',
    '',
    '1 while Redis counts as away, 0 otherwise.',
    ({ isRedisAway }) => isRedisAway,
  ),
  metric(
    'counter',
    'adit.tunnel.redis.reconnects',
    '{connection}',
    'Connections to Redis that were made again.',
    ({ counts }) => counts.redisReconnects,
  ),
  metric(
    'sum',
    'adit.tunnel.insurance.envelopes',
    '{envelope}',
    'Envelopes that Redis could not take and that this replica delivers.',
    ({ insurance }) => insurance?.envelopes,
  ),
  metric(
    'sum',
    'adit.tunnel.insurance.size',
    'By',
    'Bytes of these envelopes.',
    ({ insurance }) => insurance?.bytes,
  ),
  metric(
    'sum',
    'adit.tunnel.workers',
    '{worker}',
    'Worker processes that take envelopes.',
    ({ workers }) => workers,
  ),
  metric(
    'counter',
    'adit.tunnel.worker.restarts',
    '{restart}',
    'Worker processes started to replace one that died.',
    // If the counter began with the first restart, the restart would be hidden: Prometheus compares two samples.
    ({ counts }) => counts.workerRestarts,
  ),
];

/** Creates the metrics of the server, except durations. They remember the limits that they have reported. */
export const createServerMetrics = (): readonly Metric<Reading>[] => [
  ...createTunnelMetrics(),
  ...PROCESS_METRICS,
];
