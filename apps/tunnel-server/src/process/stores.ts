import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@adit/envelope';
import type { ThrottleStore } from '@adit/spool';
import {
  createDiskLimits,
  createDiskSpool,
  SpoolLockedError,
  type DiskLimits,
  type SpoolLoss,
} from '@adit/spool/disk';
import { createMemorySpool, createMemoryThrottle } from '@adit/spool/memory';
import { ConfigError } from '../config/config-error.ts';
import type { LocalSpoolConfig, ServerConfig } from '../config/config.ts';
import { describeError, type Log } from '../log/log.ts';
import { redactSetting } from '../log/redact.ts';
import type { RedisLink } from '../redis/redis-link.ts';
import { SETTINGS } from '../config/settings.ts';
import { FAILING_MS, isNearlyFull, type OpenedSpool } from './spool-health.ts';

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
