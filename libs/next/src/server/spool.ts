import type { SpoolStore } from '@adit/spool';
import { createDiskSpool, type SpoolLoss } from '@adit/spool/disk';
import { createMemorySpool } from '@adit/spool/memory';
import { adit } from '../adit-config.ts';
import { monitoring } from './monitoring.ts';
import { warnOnce } from './warn-once.ts';

const shared = globalThis as { [key: symbol]: SpoolStore | undefined };
const KEY = Symbol.for('@adit/next:spool');

/** The store for envelopes while Sentry is away. On the global object like the tunnel; `undefined` without a spool. */
export const findSpool = (): SpoolStore | undefined => adit.tunnel?.spool ?? shared[KEY];

/** Opens the spool of `ADIT_SPOOL` if `adit.config` has none. Never rejects: the tunnel works without a spool. */
export async function openSpool(): Promise<void> {
  const wanted = process.env.ADIT_SPOOL?.trim() ?? '';
  if (wanted === '' || wanted === 'off' || monitoring.dsn === undefined || findSpool()) return;
  try {
    shared[KEY] = await open(wanted);
  } catch (error) {
    warnOnce(error, 'The tunnel stores nothing.');
  }
}

async function open(wanted: string): Promise<SpoolStore> {
  if (wanted === 'memory') return createMemorySpool();
  const [, directory] = /^disk:(.+)$/.exec(wanted) ?? [];
  if (directory === undefined) {
    throw new Error(`ADIT_SPOOL is "${wanted.slice(0, 100)}"; accepted: off, memory, disk:PATH`);
  }
  const onLoss = ({ lostEnvelopes, details }: SpoolLoss): void =>
    warnOnce(
      `the spool in ${directory} has lost ${lostEnvelopes} envelopes: ${details.join('; ')}`,
      'It keeps the others.',
    );
  const spool = await createDiskSpool({
    directory,
    onLoss,
    onState: ({ isUsable, detail }) => {
      if (!isUsable) warnOnce(detail, 'The tunnel stores nothing until this ends.');
    },
  });
  if (spool.repair.details.length > 0) onLoss(spool.repair);
  return spool;
}
