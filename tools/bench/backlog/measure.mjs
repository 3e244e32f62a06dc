// The measurement of a subject. It starts its own Redis and processes, and ends them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { quantile } from '../suite.mjs';
import { cpuMicroseconds } from '../tunnel/process-tree.mjs';
import { freePort } from '../../src/testing.mjs';
import { until } from '../../src/until.mjs';
import { startLive, store } from './clients.mjs';
import { MAX_BYTES, startServers } from './servers.mjs';

const INGEST = fileURLToPath(new URL('ingest.mjs', import.meta.url));

/** The most that a backlog may take; the measurement fails after that. */
const MAX_DRAIN_MS = 1_800_000;

async function startIngest(waiting) {
  const port = await freePort();
  const child = fork(INGEST, [String(port), String(waiting)]);
  await once(child, 'message');
  const ask = async (task, value) => {
    child.send({ task, value });
    return (await once(child, 'message'))[0];
  };
  return {
    dsn: `http://0123456789abcdef0123456789abcdef@127.0.0.1:${port}/42`,
    up: (perSecond) => ask('up', perSecond),
    away: () => ask('away'),
    read: () => ask('read'),
    stop: () => child.kill('SIGKILL'),
  };
}

const cpuOf = (pids) => pids.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);

function summarise(answers) {
  const ms = answers.filter(({ status }) => status === 200).map((answer) => answer.ms);
  return {
    sent: answers.length,
    limited: answers.filter(({ status }) => status === 429).length,
    failed: answers.filter(({ status }) => status !== 200 && status !== 429).length,
    p50Ms: quantile(ms, 0.5),
    p99Ms: quantile(ms, 0.99),
  };
}

/** Counts of ingest for the seconds in which it got stored envelopes, without the first and the last: accepted and refused. */
function steady(seconds) {
  const whole = seconds.filter((second) => second?.stored > 0).slice(1, -1);
  const sum = (read) => whole.reduce((total, second) => total + read(second), 0);
  return {
    acceptedPerSecond: sum(({ accepted }) => accepted) / whole.length,
    mostInSecond: Math.max(...whole.map(({ accepted, refused }) => accepted + refused)),
    refused: seconds.reduce((total, second) => total + (second?.refused ?? 0), 0),
    mostRefusedInSecond: Math.max(...seconds.map((second) => second?.refused ?? 0)),
  };
}

/**
 * Live envelopes with nothing stored; then ingest is away until `waiting` are stored; then it is back, beside live ones, until
 * all are delivered.
 * @param beforeMs the time without a backlog
 */
export async function measureBacklog(subject, { waiting, beforeMs, say }) {
  const ingest = await startIngest(waiting);
  const servers = await startServers(subject, ingest.dsn).catch((error) => {
    ingest.stop();
    throw error;
  });
  try {
    const { urls, pids, redis } = servers;
    await ingest.up();
    const calm = startLive(urls, ingest.dsn, subject.live);
    await sleep(beforeMs);
    const before = summarise(await calm.stop());
    await ingest.away();
    await store(redis.url, ingest.dsn, waiting, MAX_BYTES);
    say(`${waiting} are stored.`);

    const usage = await redis.usage();
    const cpu = cpuOf(pids);
    await ingest.up(subject.perSecond);
    const live = startLive(urls, ingest.dsn, subject.live);
    const isEmpty = async () => {
      const { stored, emptyAfterMs } = await ingest.read();
      say(`${stored} of ${waiting} are delivered.`);
      return emptyAfterMs !== undefined;
    };
    await until('delivered', isEmpty, { timeoutMs: MAX_DRAIN_MS, pollMs: 5_000 }).catch(() => undefined);
    const used = cpuOf(pids) - cpu;
    const redisUsed = (await redis.usage()).cpuMicroseconds - usage.cpuMicroseconds;
    const during = summarise(await live.stop());
    const { seconds, stored, twice, emptyAfterMs } = await ingest.read();
    return {
      waiting,
      lost: waiting - stored,
      twice,
      drainedMs: emptyAfterMs,
      waitedSeconds: seconds.findIndex((second) => second?.stored > 0),
      before,
      during,
      cpuMicroseconds: used / (waiting + during.sent),
      redisMicroseconds: redisUsed / waiting,
      ...steady(seconds),
    };
  } finally {
    await servers.stop();
    ingest.stop();
  }
}
