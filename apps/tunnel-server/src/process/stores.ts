import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@adit/envelope';
import type { LimitStore, ThrottleStore } from '@adit/spool';
import {
  createDiskLimits,
  createDiskSpool,
  SpoolLockedError,
  type DiskLimits,
  type SpoolLoss,
} from '@adit/spool/disk';
import { createMemoryLimits, createMemorySpool, createMemoryThrottle } from '@adit/spool/memory';
import { ConfigError } from '../config/config-error.ts';
import type { LocalSpoolConfig, ServerConfig } from '../config/config.ts';
import { describeError, type Log } from '../log/log.ts';
import { redactSetting } from '../log/redact.ts';
import type { RecurringWarnings } from '../log/recurring-warnings.ts';
import type { RedisLink } from '../redis/redis-link.ts';
import type { RedisLinks } from '../redis/redis-links.ts';
import { SETTINGS } from '../config/settings.ts';
import { FAILING_MS, isNearlyFull, trackSpoolHealth, type OpenedSpool } from './spool-health.ts';

/** Each worker's share of the configured spool size, in bytes. */
export const spoolShare = ({ spoolMaxBytes, workers }: ServerConfig): number =>
  Math.floor(spoolMaxBytes / workers);

const folderOf = (path: string, worker: number): string => join(path, `worker-${worker}`);

/** Spool folders of workers that no longer exist because `ADIT_WORKERS` was lowered. */
async function abandonedFolders(path: string, { workers }: ServerConfig): Promise<string[]> {
  // Opening the spool creates a missing folder, and fails with a reason if the folder cannot be read.
  const names = await readdir(path).catch((): string[] => []);
  return names
    .map((name) => Number(/^worker-([1-9]\d*)$/.exec(name)?.[1]))
    .filter((worker) => worker > workers)
    .sort((a, b) => a - b)
    .map((worker) => folderOf(path, worker));
}

/** The process that opens a spool. */
export interface SpoolHost {
  /** Its number among the workers. */
  worker: number;
  log: Log;
  clock: Clock;
}

async function openDisk(
  path: string,
  config: ServerConfig,
  { worker, log, clock: { monotonicNow } }: SpoolHost,
): Promise<OpenedSpool> {
  const logLoss = (event: string, { lostEnvelopes, lostBytes, details }: SpoolLoss): void =>
    log.warn(event, { lostEnvelopes, lostBytes, details });
  const adopt = worker === 1 ? await abandonedFolders(path, config) : [];
  let unusableAt = -Infinity;
  const spool = await createDiskSpool({
    directory: folderOf(path, worker),
    maxBytes: spoolShare(config),
    adopt,
    onLoss: (loss) => logLoss('spool-lost', loss),
    onState: ({ isUsable, detail }) => {
      unusableAt = monotonicNow();
      if (isUsable) log.info('spool-usable', { detail });
      else log.error('spool-unusable', { detail });
    },
  });
  log.info('spool-opened', { ...spool.depth(), adopted: adopt.length });
  if (spool.repair.lostEnvelopes > 0 || spool.repair.lostBytes > 0 || spool.repair.details.length > 0) {
    logLoss('spool-repaired', spool.repair);
  }
  return {
    store: spool,
    hasRoom: () =>
      spool.isUsable() &&
      monotonicNow() - unusableAt >= FAILING_MS &&
      !isNearlyFull(spool, spoolShare(config)),
  };
}

/** Opens a local spool, which the setting `key` describes. */
async function openLocal(
  key: 'spool' | 'insurance',
  spool: LocalSpoolConfig,
  config: ServerConfig,
  host: SpoolHost,
): Promise<OpenedSpool | undefined> {
  if (spool.kind === 'off') return undefined;
  if (spool.kind === 'memory') {
    const store = createMemorySpool({ maxBytes: spoolShare(config) });
    return { store, hasRoom: () => !isNearlyFull(store, spoolShare(config)) };
  }
  try {
    return await openDisk(spool.path, config, host);
  } catch (error) {
    const shown = JSON.stringify(redactSetting(`disk:${spool.path}`));
    const cause = error instanceof SpoolLockedError ? error.message : describeError(error);
    throw new ConfigError(
      `${SETTINGS[key].name}=${shown} cannot be opened (${cause}): ` +
        'use a writable folder that no other server uses, memory or off.',
    );
  }
}

/**
 * Opens the spool of one worker. Returns undefined if the spool is off. Each worker has its own folder; the first
 * worker takes over the folders of workers that no longer exist.
 * @param link the Redis of the spool, if there is one
 * @throws {@link ConfigError} if the folder or the Redis cannot be used
 */
export async function openSpool(
  config: ServerConfig,
  host: SpoolHost,
  link?: RedisLink,
): Promise<OpenedSpool | undefined> {
  const { spool } = config;
  if (spool.kind !== 'redis') return openLocal('spool', spool, config, host);
  if (link === undefined)
    throw new TypeError('openSpool: link is missing; accepted is the Redis of the spool.');
  const insurance = await openLocal('insurance', spool.insurance, config, host);
  try {
    const { openRedisSpool } = await import('./redis-spool.ts');
    return await openRedisSpool({ config, address: spool.address, link, insurance, log: host.log });
  } catch (error) {
    await insurance?.store.close();
    throw error;
  }
}

/**
 * Opens the rate limits that are saved beside the spool. Returns undefined if neither spool nor insurance is on disk,
 * or limits are in Redis. With several workers, the primary saves them.
 */
export async function openLimits({ spool, limits }: ServerConfig): Promise<DiskLimits | undefined> {
  if (limits.kind === 'redis') return undefined;
  const local = spool.kind === 'redis' ? spool.insurance : spool;
  return local.kind === 'disk' ? createDiskLimits({ file: join(local.path, 'limits') }) : undefined;
}

/** Creates the throttle of one process. Returns undefined if it is off. */
export function createThrottle({ throttle }: ServerConfig): ThrottleStore | undefined {
  return throttle === undefined ? undefined : createMemoryThrottle(throttle);
}

const NO_LINKS: RedisLinks = { spool: undefined, limits: undefined, all: [] };

/** Connects to Redis if it is configured. Its client takes longer to load than the rest of the server. */
async function openLinks(config: ServerConfig, host: SpoolHost): Promise<RedisLinks> {
  if (config.spool.kind !== 'redis' && config.limits.kind !== 'redis') return NO_LINKS;
  const { openRedisLinks } = await import('../redis/redis-links.ts');
  return openRedisLinks(config, host);
}

/** Ends the connections to Redis. */
export const closeLinks = ({ all }: RedisLinks): void => all.forEach((link) => link.close());

/**
 * Opens the stores of one process.
 * @param own used without a Redis. If it has no limits, they are saved beside the spool
 * @throws {@link ConfigError} if the folder or the Redis cannot be used
 */
export async function openStores(
  config: ServerConfig,
  { warnings, ...host }: SpoolHost & { warnings: RecurringWarnings },
  own: { limits: LimitStore | undefined; throttle: ThrottleStore | undefined },
) {
  const links = await openLinks(config, host);
  const opened = await openSpool(config, host, links.spool).catch((error: unknown) => {
    closeLinks(links);
    throw error;
  });
  const shared = links.limits && (await import('../redis/redis-limits.ts'));
  const limits = links.limits && (await shared?.shareLimits(links.limits, warnings));
  return {
    links,
    spool: opened && trackSpoolHealth({ ...opened, log: host.log, monotonicNow: host.clock.monotonicNow }),
    insurance: opened?.insurance,
    limits: limits ?? own.limits ?? (await openLimits(config)) ?? createMemoryLimits(),
    throttle: own.throttle && (shared?.shareThrottle(own.throttle, links.limits, config) ?? own.throttle),
  };
}

/** The stores of one process, and its links to Redis. */
export type Stores = Awaited<ReturnType<typeof openStores>>;
