import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpoolStore, ThrottleStore } from '@adit/tunnel';
import { createDiskLimits, createDiskSpool, type DiskLimits, type SpoolLoss } from '@adit/tunnel/disk';
import { createMemorySpool, createMemoryThrottle } from '@adit/tunnel/memory';
import type { Clock } from './clock.ts';
import { ConfigError } from './config-error.ts';
import type { ServerConfig } from './config.ts';
import { describeError, type Log } from './log.ts';
import { redactSetting } from './redact.ts';
import { SETTINGS } from './settings.ts';
import { FAILING_MS } from './watch-spool.ts';

/** The spool's bound of one worker, in bytes: all together keep to the configured one. */
export const spoolShare = ({ spoolMaxBytes, workers }: ServerConfig): number =>
  Math.floor(spoolMaxBytes / workers);

const folderOf = (path: string, worker: number): string => join(path, `worker-${worker}`);

/** The folders of workers there are no longer, since their number was lowered. */
async function abandonedFolders(path: string, { workers }: ServerConfig): Promise<string[]> {
  // A folder that is missing is made when the spool is opened; one that cannot be read fails there, with a reason.
  const names = await readdir(path).catch((): string[] => []);
  return names
    .map((name) => Number(/^worker-([1-9]\d*)$/.exec(name)?.[1]))
    .filter((worker) => worker > workers)
    .sort((a, b) => a - b)
    .map((worker) => folderOf(path, worker));
}

/** A spool, and whether it can be used. */
export interface OpenedSpool {
  readonly store: SpoolStore;
  /** False while the folder is gone, taken or read-only, and for ten seconds after, so that a health check sees it. */
  readonly isUsable: () => boolean;
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
  return { store: spool, isUsable: () => spool.isUsable() && monotonicNow() - unusableAt >= FAILING_MS };
}

/**
 * Opens the spool of one worker; undefined where there is none. Each has a folder of its own, the first takes over those
 * of workers there are no longer.
 * @throws {@link ConfigError} for a folder that cannot be used
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
    throw new ConfigError(
      `${SETTINGS.spool.name}=${shown} cannot be opened (${describeError(error)}): ` +
        'use a folder that can be written and that no other server uses, memory or off.',
    );
  }
}

/**
 * The rate limits that outlive the server, beside the spool; undefined if the spool is not on a disk. With workers the
 * primary keeps them.
 */
export async function openLimits({ spool }: ServerConfig): Promise<DiskLimits | undefined> {
  return spool.kind === 'disk' ? createDiskLimits({ file: join(spool.path, 'limits') }) : undefined;
}

/** The throttle of one process; undefined where there is none. */
export function createThrottle({ throttle }: ServerConfig): ThrottleStore | undefined {
  return throttle === undefined ? undefined : createMemoryThrottle(throttle);
}
