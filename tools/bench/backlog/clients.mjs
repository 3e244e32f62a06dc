// Clients: one stores envelopes as the servers do, one sends new ones at a steady rate.
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { createClient } from '@redis/client';
import { dsnIdentity, parseDsn } from '@adit/envelope';
import { createRedis, createRedisSpool } from '@adit/spool/redis';
import { buildNumbered, FIRST_LIVE } from './envelopes.mjs';

/** The number that is stored at the same time. */
const AT_ONCE = 256;

/** More than the default, so that nothing is stored twice on a busy machine. */
const DEADLINE_MS = 60_000;

/** Stores envelopes 0 to `count - 1` in Redis. */
export async function store(redisUrl, dsn, count, maxBytes) {
  const client = createClient({ url: redisUrl });
  await client.connect();
  const redis = createRedis({ client, deadlineMs: DEADLINE_MS });
  const spool = await createRedisSpool({ redis, maxBytes });
  const identity = dsnIdentity(parseDsn(dsn));
  let next = 0;
  const work = async () => {
    while (next < count) {
      const body = buildNumbered(dsn, next);
      next += 1;
      await spool.append({ dsn: identity, receivedAt: Date.now(), fields: {}, body });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await spool.close();
  client.destroy();
}

/** Resolves to the status, or to the code of a failure. */
function post(url, agent, body) {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', agent });
    sent.on('error', ({ code }) => resolve(code));
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', ({ code }) => resolve(code));
    });
    sent.end(body);
  });
}

/** Sends new envelopes at a steady rate, however long the answers take. `stop` resolves to their answers. */
export function startLive(urls, dsn, perSecond) {
  const agent = new Agent({ keepAlive: true, timeout: 2_000 });
  const startedAt = performance.now();
  const answers = [];
  let sent = 0;
  const send = async () => {
    const number = sent;
    sent += 1;
    const body = buildNumbered(dsn, FIRST_LIVE + number);
    const sentAt = performance.now();
    const status = await post(urls[number % urls.length], agent, body);
    return { status, ms: performance.now() - sentAt };
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * perSecond;
    while (sent < due) answers.push(send());
  }, 5);
  return {
    stop: async () => {
      clearInterval(timer);
      const all = await Promise.all(answers);
      agent.destroy();
      return all;
    },
  };
}
