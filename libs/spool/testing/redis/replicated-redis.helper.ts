import { createClient, type RedisClientType } from '@redis/client';
import { until } from '@adit/testing';
import { startRedisOnPort, type RedisOnPort } from '@adit/testing/redis-process';

/** A primary with one replica, each a real Redis. */
export interface ReplicatedRedis {
  /** A separate client of the primary, closed with it. */
  readonly connect: () => Promise<RedisClientType>;
  /** A client of each. */
  readonly primary: RedisClientType;
  readonly replica: RedisClientType;
  readonly signalReplica: RedisOnPort['signal'];
  /** Makes the replica a primary. The former primary still serves. */
  readonly takeOver: () => Promise<void>;
  /** Empties the primary, and makes the other its replica again. */
  readonly follow: () => Promise<void>;
  /** The bodies of all envelopes that the replica has. */
  readonly bodiesOfReplica: () => Promise<string[]>;
  readonly stop: () => Promise<void>;
}

/** Starts a {@link ReplicatedRedis}. */
export async function startReplicatedRedis(): Promise<ReplicatedRedis> {
  const first = await startRedisOnPort('--repl-diskless-sync-delay', '0');
  const second = await startRedisOnPort('--repl-diskless-sync-delay', '0');
  const clients: RedisClientType[] = [];
  const connectTo = async ({ url }: RedisOnPort): Promise<RedisClientType> => {
    const client: RedisClientType = createClient({ url });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  const primary = await connectTo(first);
  const replica = await connectTo(second);
  const follow = async (): Promise<void> => {
    await primary.flushAll();
    await replica.sendCommand(['REPLICAOF', '127.0.0.1', String(first.port)]);
    await until(async () => (await replica.info('replication')).includes('master_link_status:up'));
    await until(async () => (await primary.wait(1, 50)) === 1);
  };
  await follow();
  return {
    connect: () => connectTo(first),
    primary,
    replica,
    signalReplica: second.signal,
    takeOver: async () => {
      await replica.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    },
    follow,
    bodiesOfReplica: async () => {
      const logs = await replica.keys('*:log');
      const entries = await Promise.all(logs.map((log) => replica.xRange(log, '-', '+')));
      return entries.flat().map((entry) => String(entry?.message['body']));
    },
    stop: async () => {
      for (const client of clients) client.destroy();
      await Promise.all([first.stop(), second.stop()]);
    },
  };
}
