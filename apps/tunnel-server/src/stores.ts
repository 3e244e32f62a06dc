import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpoolStore, ThrottleStore } from '@adit/tunnel';
import {
  createDiskLimits,
  createDiskSpool,
  SpoolLockedError,
  type DiskLimits,
  type SpoolLoss,
} from '@adit/tunnel/disk';
import { createMemorySpool, createMemoryThrottle } from '@adit/tunnel/memory';
import type { Clock } from './clock.ts';
import { ConfigError } from './config-error.ts';
import type { ServerConfig } from './config.ts';
import { describeError, type Log } from './log.ts';
import { redactSetting } from './redact.ts';
import { SETTINGS } from './settings.ts';
import { FAILING_MS } from './spool-health.ts';

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

/** An open spool, and whether it is usable. */
interface OpenedSpool {
  readonly store: SpoolStore;
  /**
   * False while the folder is missing, read-only or used by another process, and for ten more seconds so that health
   * checks notice.
   */
  readonly isUsable: () => boolean;
}

/** The process that opens a spool. */
interface SpoolHost {
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
  return { store: spool, isUsable: () => spool.isUsable() && monotonicNow() - unusableAt >= FAILING_MS };
}

/**
 * Opens the spool of one worker. Returns undefined if the spool is off. Each worker has its own folder; the first
 * worker takes over the folders of workers that no longer exist.
 * @throws {@link ConfigError} if the folder cannot be used
 */
export async function openSpool(config: ServerConfig, host: SpoolHost): Promise<OpenedSpool | undefined> {
  const { spool } = config;
  if (spool.kind === 'off') return undefined;
  if (spool.kind === 'memory') {
    return { store: createMemorySpool({ maxBytes: spoolShare(config) }), isUsable: () => true };
  }
  try {
    return await openDisk(spool.path, config, host);
  } catch (error) {
    const shown = JSON.stringify(redactSetting(`disk:${spool.path}`));
    const cause = error instanceof SpoolLockedError ? error.message : describeError(error);
    throw new ConfigError(
      `${SETTINGS.spool.name}=${shown} cannot be opened (${cause}): ` +
        'use a writable folder that no other server uses, memory or off.',
    );
  }
}

/**
 * Opens the rate limits that are saved beside the spool. Returns undefined if the spool is not on disk. With several
 * workers, the primary saves them.
 */
export async function openLimits({ spool }: ServerConfig): Promise<DiskLimits | undefined> {
  return spool.kind === 'disk' ? createDiskLimits({ file: join(spool.path, 'limits') }) : undefined;
}

/** Creates the throttle of one process. Returns undefined if it is off. */
export function createThrottle({ throttle }: ServerConfig): ThrottleStore | undefined {
  return throttle === undefined ? undefined : createMemoryThrottle(throttle);
}
