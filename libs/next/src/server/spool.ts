import { resolve } from 'node:path';
import type { SpoolStore } from '@adit/spool';
import { createSharedDiskSpool, type SpoolLoss } from '@adit/spool/disk';
import { createMemorySpool } from '@adit/spool/memory';
import { adit } from '../adit-config.ts';
import { freezesBetweenRequests } from './freezes-between-requests.ts';
import { monitoring } from './monitoring.ts';
import { warnOnce } from './warn-once.ts';

interface OpenedSpool {
  readonly store: SpoolStore;
  /** Whether it ends with the process. */
  readonly isInMemory: boolean;
}

const shared = globalThis as { [key: symbol]: OpenedSpool | undefined };
const KEY = Symbol.for('@adit/next:spool');

/** The bound of the spool without `ADIT_SPOOL`: some 3,000 errors. */
const DEFAULT_MEBIBYTES = 16;
const MEBIBYTE = 1_048_576;

/** The beginning of `ADIT_SPOOL` for a spool on disk. Its folder follows. */
const DISK = 'disk:';

/** The store for envelopes while Sentry is away. On the global object like the tunnel; `undefined` without a spool. */
export const findSpool = (): SpoolStore | undefined => adit.tunnel?.spool ?? shared[KEY]?.store;

/** Whether this server has opened a spool that ends with the process. */
export const isSpoolInMemory = (): boolean =>
  adit.tunnel?.spool === undefined && shared[KEY]?.isInMemory === true;

/**
 * Opens the spool of `ADIT_SPOOL` if `adit.config` has none; without the variable, or if it is wrong, one in memory
 * where the process outlives its requests. Not in a build. Never rejects: the tunnel works without a spool.
 */
export async function openSpool(): Promise<void> {
  const { ADIT_SPOOL = '', NEXT_PHASE } = process.env;
  const wanted = ADIT_SPOOL.trim();
  if (wanted === 'off' || NEXT_PHASE === 'phase-production-build') return;
  if (monitoring.dsn === undefined || findSpool() !== undefined) return;
  if (wanted === '') {
    if (openDefault() && process.env.NODE_ENV === 'production') logDefault();
    return;
  }
  try {
    const opened = await open(wanted);
    shared[KEY] = opened;
    if (!opened.isInMemory && process.env.NODE_ENV === 'production') logDisk(wanted, opened.store);
  } catch (error) {
    warnOnce(error, openDefault() ? IN_MEMORY : 'The tunnel stores nothing.');
  }
}

const IN_MEMORY = `The tunnel keeps up to ${DEFAULT_MEBIBYTES} MiB in memory instead.`;

/** Opens the spool in memory. Returns false on a host where it could not deliver. */
function openDefault(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  if (freezesBetweenRequests(process.env, navigator?.userAgent)) return false;
  shared[KEY] = {
    store: createMemorySpool({ maxBytes: DEFAULT_MEBIBYTES * MEBIBYTE }),
    isInMemory: true,
  };
  return true;
}

function logDefault(): void {
  // eslint-disable-next-line no-console -- for the operator
  console.info(
    `Adit: while Sentry is away, the tunnel keeps up to ${DEFAULT_MEBIBYTES} MiB in memory. ADIT_SPOOL=disk:./spool keeps it on disk, over restarts.`,
  );
}

function logDisk(wanted: string, { maxBytes }: SpoolStore): void {
  const most = maxBytes === undefined ? 'envelopes' : `up to ${Math.floor(maxBytes / MEBIBYTE)} MiB`;
  // eslint-disable-next-line no-console -- for the operator
  console.info(
    `Adit: while Sentry is away, the tunnel keeps ${most} on disk, over restarts: ${resolve(wanted.slice(DISK.length))}`,
  );
}

async function open(wanted: string): Promise<OpenedSpool> {
  if (wanted === 'memory') return { store: createMemorySpool(), isInMemory: true };
  const directory = wanted.startsWith(DISK) ? wanted.slice(DISK.length) : '';
  if (directory === '') {
    throw new Error(`ADIT_SPOOL is "${wanted.slice(0, 100)}"; accepted: off, memory, disk:PATH`);
  }
  const onLoss = ({ lostEnvelopes, details }: SpoolLoss): void =>
    warnOnce(
      `the spool in ${directory} has lost ${lostEnvelopes} envelopes: ${details.join('; ')}`,
      'It keeps the others.',
    );
  const store = await createSharedDiskSpool({
    directory,
    onLoss,
    onState: ({ isUsable, detail }) => {
      if (!isUsable) warnOnce(detail, 'The tunnel stores nothing until this ends.');
    },
  });
  if (store.repair.details.length > 0) onLoss(store.repair);
  return { store, isInMemory: false };
}
