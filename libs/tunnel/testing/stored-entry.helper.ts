import type { SpoolEntry } from '@adit/spool';
import { chunksOf, splitBytes } from './stub-transport.helper.ts';
import { DSN_IDENTITY, NOW } from './stubbed-tunnel.helper.ts';

/** A stored envelope with this body, in this coding, which is read in pieces of this size. */
export function entryOf(
  body: Uint8Array,
  {
    coding,
    pieceBytes = 1_000,
    ...entry
  }: Partial<SpoolEntry> & { coding?: string; pieceBytes?: number } = {},
): SpoolEntry {
  return {
    dsn: DSN_IDENTITY,
    receivedAt: NOW,
    fields: {
      'user-agent': 'Mozilla/5.0',
      'x-forwarded-for': '192.0.2.1',
      ...(coding !== undefined && { 'content-encoding': coding }),
    },
    bytes: body.byteLength,
    read: () => chunksOf(...splitBytes(body, pieceBytes)),
    ...entry,
  };
}
