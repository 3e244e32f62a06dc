// The measurements. Each starts its own Redis and its own processes, and ends them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundle, serve } from '../build.mjs';
import { buildEnvelope } from '../tunnel/envelopes.mjs';
import { startRedis, usedForEach } from './redis-process.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const WORKER = join(HERE, 'test-output/worker.mjs');
const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
export const ENVELOPE = buildEnvelope('error', DSN);
/** The answer of ingest while spans are limited and errors are not. */
const LIMITS = { 'x-sentry-rate-limits': '60:span:organization:quota' };

/** Bundles the worker with the libraries' sources. */
export async function buildWorker() {
  mkdirSync(join(HERE, 'test-output'), { recursive: true });
  const external = ['@redis/client', 'undici', '@opentelemetry/api'];
  writeFileSync(WORKER, await bundle({ entry: join(HERE, 'worker.mjs'), platform: 'node', external }));
}

/** Starts a worker: `say` sends it a line, `hear` waits for its next result. */
function startWorker(task) {
  const child = spawn(process.execPath, [WORKER, JSON.stringify({ dsn: DSN, ...task })], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    say: () => child.stdin.write('\n'),
    hear: async () => {
      const { value } = await lines.next();
      if (value === undefined) throw new Error(`the worker for ${task.kind} has ended`);
      return JSON.parse(value);
    },
    stop: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function withWorker(task, work) {
  const worker = startWorker(task);
  try {
    return await work(worker);
  } finally {
    await worker.stop();
  }
}

async function withRedis(settings, work) {
  const redis = await startRedis(...settings);
  try {
    return await work(redis);
  } finally {
    await redis.stop();
  }
}

const appending = (fsync) => ['--appendonly', 'yes', '--appendfsync', fsync];

/** XADD of the same bytes with Redis' own benchmark. */
function rawByBenchmark({ port }, { count, inFlight }) {
  const clients = 16;
  const { stdout, stderr } = spawnSync(
    'redis-benchmark',
    [
      ...['-p', String(port), '-n', String(count), '-c', String(clients), '-P', String(inFlight / clients)],
      ...['--csv', '-x', 'XADD', 'raw', '*', 'body'],
    ],
    { input: ENVELOPE, encoding: 'utf8', maxBuffer: 1e8 },
  );
  const perSecond = Number(/","([\d.]+)"/.exec(stdout.trim().split('\n').at(-1))?.[1]);
  if (!Number.isFinite(perSecond)) throw new Error(`redis-benchmark said: ${stdout}${stderr}`);
  return { perSecond };
}

/** How many envelopes a subject stores in a second, and the cost of each. */
export async function measureAccept({ subject, fsync, count, inFlight }) {
  const folder = mkdtempSync(join(tmpdir(), 'adit-bench-spool-'));
  try {
    return await withRedis(appending(fsync), async (redis) => {
      if (subject === 'redis-benchmark') return rawByBenchmark(redis, { count, inFlight });
      const warmUp = Math.min(count, 3_000);
      const body = String(ENVELOPE);
      const task = { kind: 'accept', subject, url: redis.url, folder, body, count, inFlight, warmUp };
      return withWorker(task, async ({ say, hear }) => {
        await hear();
        const before = await redis.usage();
        say();
        const found = await hear();
        return { ...found, redis: usedForEach(before, await redis.usage(), count) };
      });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The cost of removing stored envelopes. */
export async function measureDelivery({ count }) {
  return withRedis(appending('everysec'), async (redis) => {
    const task = { url: redis.url, count };
    const body = String(ENVELOPE);
    const accept = { ...task, kind: 'accept', subject: 'redis', body, inFlight: 64, warmUp: 0 };
    await withWorker(accept, async ({ say, hear }) => {
      await hear();
      say();
      await hear();
    });
    return withWorker({ ...task, kind: 'deliver' }, async ({ say, hear }) => {
      await hear();
      const before = await redis.usage();
      say();
      const found = await hear();
      return { ...found, redis: usedForEach(before, await redis.usage(), count) };
    });
  });
}

function post(port, agent) {
  return new Promise((resolve, reject) => {
    const sent = request({ port, agent, method: 'POST', path: '/monitoring-tunnel' });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.end(ENVELOPE);
  });
}

async function postAll(port, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const status = await post(port, agent);
      if (status !== 200) throw new Error(`the tunnel has answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  agent.destroy();
}

/**
 * Opens tunnels that forward while a limit is in force, each with a process and a Redis of its own.
 * @param work gets a function that measures the processor time of a forward with a subject, in the tunnel's process and in Redis
 */
export async function withForwards(subjects, work) {
  const ingest = await serve((incoming, response) => {
    incoming.resume();
    incoming.on('end', () => response.writeHead(200, LIMITS).end('{}'));
  });
  const open = (left, opened) => {
    const [first, ...rest] = left;
    if (first === undefined) return work((subject, count) => forward(opened.get(subject.id), count));
    const { id, limits, throttle } = first;
    return withRedis(['--appendonly', 'no'], (redis) => {
      const task = { kind: 'forward', limits, throttle, url: redis.url, ingest: ingest.origin };
      return withWorker(task, async (worker) => {
        const { port } = await worker.hear();
        return open(rest, new Map([...opened, [id, { redis, worker, port }]]));
      });
    });
  };
  try {
    return await open(subjects, new Map());
  } finally {
    await ingest.close();
  }
}

async function forward({ redis, worker, port }, count) {
  const before = await redis.usage();
  worker.say();
  await worker.hear();
  await postAll(port, count);
  worker.say();
  const { cpuMicroseconds } = await worker.hear();
  return { cpuMicroseconds: cpuMicroseconds / count, redis: usedForEach(before, await redis.usage(), count) };
}

/** Adds 5,000 envelopes as `APPEND` of the spool does. */
const FILL = `
for count = 1, 5000 do
  redis.call('XADD', KEYS[1], '*', 'at', '1', 'fields', '{}', 'bytes', #ARGV[1], 'taken', ARGV[2], 'pieces', '', 'body', ARGV[1])
end
redis.call('HINCRBY', KEYS[2], 'bytes', 5000 * ARGV[2])
return redis.call('ZADD', KEYS[3], redis.call('TIME')[1], ARGV[3])`;

/** How soon new replicas are ready to deliver envelopes that others have stored, one after the other. */
export async function measureReady({ stored, starts }) {
  return withRedis(['--appendonly', 'no'], async (redis) => {
    const tagged = `adit:spool:{${DSN}}`;
    const keys = [`${tagged}:log`, `${tagged}:meta`, 'adit:spool:names'];
    const before = await redis.usage();
    for (let count = 0; count < stored; count += 5_000)
      await redis.ask('EVAL', FILL, '3', ...keys, 'x'.repeat(200), '458', DSN);
    const { memoryBytes } = usedForEach(before, await redis.usage(), stored);
    const found = [];
    for (let start = 0; start < starts; start += 1) {
      await redis.ask('DEL', `${tagged}:lease`);
      const { envelopes, bytes, ms, rssBytes } = await withWorker(
        { kind: 'ready', url: redis.url },
        ({ hear }) => hear(),
      );
      if (envelopes !== stored || bytes !== 200)
        throw new Error(`a replica has found ${envelopes} envelopes`);
      found.push({ ms, rssBytes });
    }
    return { memoryBytes, starts: found };
  });
}
