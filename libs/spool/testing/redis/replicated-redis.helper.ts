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

function isConfirmed(info: string): boolean {
  const written = /^master_repl_offset:(\d+)/m.exec(info)?.[1];
  return written !== undefined && info.includes(`state=online,offset=${written},`);
}

/** Starts a {@link ReplicatedRedis}. */
export async function startReplicatedRedis(): Promise<ReplicatedRedis> {
  // A ping of the primary would be one more thing to confirm.
  const options = ['--repl-diskless-sync-delay', '0', '--repl-ping-replica-period', '3600'];
  const first = await startRedisOnPort(...options);
  const second = await startRedisOnPort(...options);
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
    // Not WAIT: its own question to the replica is written, and not confirmed for a second.
    await until(async () => isConfirmed(await primary.info('replication')));
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
