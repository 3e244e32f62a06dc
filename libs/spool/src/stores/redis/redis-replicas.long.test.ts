import { until } from '@adit/testing';
import {
  startReplicatedRedis,
  type ReplicatedRedis,
} from '../../../testing/redis/replicated-redis.helper.ts';
import { describeWithRedis } from '../../../testing/redis/redis-server.helper.ts';
import { createRedisSpool } from './redis-spool.ts';
import { createRedis } from './redis.ts';

const FAILOVERS = 30;
const PROCESSES = 3;
const APPENDS_AT_A_TIME = 16;

/** The envelopes acknowledged before the replica takes over, and the answers of the former primary after it. */
const AROUND = 200;

/** Three processes append while the replica takes over. Returns what they were told is stored. */
async function appendDuringFailover(pair: ReplicatedRedis, replicas: number): Promise<string[]> {
  const spools = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const redis = createRedis({ client: await pair.connect(), replicas, deadlineMs: 400 });
      return createRedisSpool({ redis });
    }),
  );
  const taken: string[] = [];
  let asked = 0;
  let answered = 0;
  let isStopped = false;
  const load = spools.flatMap((spool) =>
    Array.from({ length: APPENDS_AT_A_TIME }, async () => {
      while (!isStopped) {
        const name = String((asked += 1));
        const dsn = `https://a@one.example/${asked % 4}`;
        await spool.append({ dsn, receivedAt: 7, fields: {}, body: Buffer.from(name) }).then(
          () => taken.push(name),
          // The next one is not refused in the same turn.
          () => new Promise((resolve) => setTimeout(resolve, 5)),
        );
        answered += 1;
      }
    }),
  );
  await until(() => taken.length >= AROUND);
  await pair.takeOver();
  const before = answered;
  await until(() => answered >= before + AROUND);
  isStopped = true;
  await Promise.all(load);
  await Promise.all(spools.map((spool) => spool.close()));
  return taken;
}

describeWithRedis('thirty failovers under load', () => {
  it.each([
    [0, 'loses some'],
    [1, 'loses none'],
  ])(
    'waiting for %i replicas, a spool %s of what it has acknowledged',
    async (replicas) => {
      const pair = await startReplicatedRedis();
      let lost = 0;
      for (let count = 0; count < FAILOVERS; count += 1) {
        const taken = await appendDuringFailover(pair, replicas);
        const held = new Set(await pair.bodiesOfReplica());
        lost += taken.filter((name) => !held.has(name)).length;
        await pair.follow();
      }
      await pair.stop();

      if (replicas === 0) expect(lost).toBeGreaterThan(0);
      else expect(lost).toBe(0);
    },
    600_000,
  );
});
