import type { Clock } from '@adit/envelope';
import type { ServerConfig } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { openRedisLink, type RedisLink } from './redis-link.ts';

/** The Redis of the spool, and the Redis of limits and throttle. They share one link if their addresses are equal. */
export interface RedisLinks {
  readonly spool: RedisLink | undefined;
  readonly limits: RedisLink | undefined;
  readonly all: readonly RedisLink[];
}

/**
 * Connects this process to the configured Redis.
 * @throws ConfigError as `openRedisLink` does
 */
export async function openRedisLinks(
  { spool, limits, redis: config }: ServerConfig,
  host: { log: Log; clock: Clock },
): Promise<RedisLinks> {
  const all: RedisLink[] = [];
  const open = async (
    key: 'spool' | 'limits',
    part: ServerConfig[typeof key],
  ): Promise<RedisLink | undefined> => {
    if (part.kind !== 'redis') return undefined;
    const link = await openRedisLink({ key, address: part.address, config, ...host });
    all.push(link);
    return link;
  };
  try {
    const ofSpool = await open('spool', spool);
    const isShared = JSON.stringify(addressOf(spool)) === JSON.stringify(addressOf(limits));
    return { spool: ofSpool, limits: isShared ? ofSpool : await open('limits', limits), all };
  } catch (error) {
    for (const link of all) link.close();
    throw error;
  }
}

const addressOf = (part: ServerConfig['spool' | 'limits']): unknown =>
  part.kind === 'redis' ? part.address : undefined;
