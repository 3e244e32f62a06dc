// One process of a measurement. It receives its tasks and prints its results as JSON, one per line.
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { createClient } from '@redis/client';
import { createTunnel } from '@adit/tunnel';
import { createDiskSpool } from '@adit/spool/disk';
import { createMemoryLimits, createMemorySpool, createMemoryThrottle } from '@adit/spool/memory';
import { createListener, createNodeTransport } from '@adit/tunnel/node';
import {
  createInsuredSpool,
  createRedis,
  createRedisLimits,
  createRedisSpool,
  createRedisThrottle,
} from '@adit/spool/redis';

const task = JSON.parse(process.argv[2]);
const say = (found) => console.log(JSON.stringify(found));
const THROTTLE = { requests: 1_000_000, perMs: 1_000 };
/** The header fields that are stored with an envelope. */
const FIELDS = {
  'content-type': 'text/plain;charset=UTF-8',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'x-forwarded-for': '192.0.2.1',
};
/**
 * More than the default of 200 ms: if Redis counted as away under load, the figures would be those of the insurance.
 */
const DEADLINE_MS = 10_000;
const MAX_BYTES = 4 * 1_024 ** 3;

async function connect() {
  const client = createClient({ url: task.url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
const connectRedis = async () => createRedis({ client: await connect(), deadlineMs: DEADLINE_MS });
const openRedisSpool = async () => createRedisSpool({ redis: await connectRedis(), maxBytes: MAX_BYTES });

/** Functions that store an envelope, by subject. */
const TAKERS = {
  xadd: async () => {
    const client = await connect();
    return (body) => client.sendCommand(['XADD', 'raw', '*', 'body', body]);
  },
  redis: async () => takeInto(await openRedisSpool()),
  insured: async () =>
    takeInto(
      createInsuredSpool({
        shared: await openRedisSpool(),
        insurance: await createDiskSpool({ directory: task.folder }),
      }),
    ),
  disk: async () => takeInto(await createDiskSpool({ directory: task.folder, maxBytes: MAX_BYTES })),
};
const takeInto = (spool) => (body) =>
  spool.append({ dsn: task.dsn, receivedAt: Date.now(), fields: FIELDS, body });

/** Stores all envelopes, a limited number at a time. */
async function takeAll(take, count, inFlight) {
  const body = Buffer.from(task.body);
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      await take(body);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
}

async function measured(count, work) {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: count / ((performance.now() - startedAt) / 1_000),
    cpuMicroseconds: (user + system) / count,
  };
}

const TASKS = {
  /** Waits for a line between the warm-up and the measurement, so that Redis can be read in between. */
  accept: async () => {
    const take = await TAKERS[task.subject]();
    await takeAll(take, task.warmUp, task.inFlight);
    say({ isReady: true });
    await nextLine();
    say(await measured(task.count, () => takeAll(take, task.count, task.inFlight)));
  },
  deliver: async () => {
    const spool = await openRedisSpool();
    say({ isReady: true });
    await nextLine();
    say(
      await measured(task.count, async () => {
        for (let left = task.count; left > 0; left -= 1) {
          const entry = await spool.peek(task.dsn);
          for await (const chunk of entry.read()) if (chunk.byteLength === 0) throw new Error('empty');
          await spool.remove(task.dsn);
        }
      }),
    );
  },
  /** A new replica is ready once it knows the stored DSNs and has the oldest envelope. */
  ready: async () => {
    const spool = await openRedisSpool();
    const { envelopes } = spool.depth();
    const oldest = await spool.peek(task.dsn);
    say({ envelopes, bytes: oldest.bytes, ms: performance.now(), rssBytes: process.memoryUsage.rss() });
  },
  forward: async () => {
    const isShared = task.limits === 'redis';
    const redis = isShared ? await connectRedis() : undefined;
    const local = createMemoryThrottle(THROTTLE);
    const tunnel = createTunnel({
      allowedDsns: [task.dsn],
      ingestOrigin: task.ingest,
      allowedOrigins: '*',
      transport: createNodeTransport(),
      spool: createMemorySpool(),
      limits: isShared ? await createRedisLimits({ redis }) : createMemoryLimits(),
      throttle:
        task.throttle === 'redis' ? createRedisThrottle({ ...THROTTLE, redis, secret: 's', local }) : local,
    });
    const server = createServer(createListener(tunnel)).listen(0, '127.0.0.1', () =>
      say({ port: server.address().port }),
    );
    // Each line asks for the processor time since the line before.
    for (let before = process.cpuUsage(); (await nextLine()) !== undefined; before = process.cpuUsage()) {
      const { user, system } = process.cpuUsage(before);
      say({ cpuMicroseconds: user + system });
    }
  },
};

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const nextLine = async () => (await lines.next()).value;

await TASKS[task.kind]();
process.exit(0);
