import { rename, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { readBootId, setForwardMs } from './boot-clock.ts';
import { coalesce } from './coalesce.ts';
import {
  attempt,
  errorCode,
  FILE_MODE,
  readFully,
  syncDirectory,
  writeFully,
  type OpenFile,
} from './files.ts';
import { MARKER_BYTES, type Cursor } from './segment-format.ts';

/*
 * The ledger says what each segment holds, in a file of its own. So the loss is known exactly even if a segment is cut
 * short, overwritten or deleted.
 *
 *   header   8 bytes 'ADITLGR1', the boot it was written in, zeros up to 64 bytes
 *   slots    64 bytes for each segment; zeros if free
 *
 *   marker of the segment        8 bytes
 *   sequence                     8    a double
 *   where the last record ends   8    a double
 *   position of the cursor       8    a double
 *   index of the cursor          4
 *   records                      4
 *   bytes known to be missing    8    a double
 *   records known to be missing  4
 *   wall clock ahead of uptime   8    a double, milliseconds, when the segment was created
 *   CRC-32 of the above          4
 *
 * A slot is written before its records are acknowledged, but only synced when a segment is deleted. After a power
 * failure the ledger may therefore lag behind the segments; each segment is then believed if it holds more.
 */

/** What the ledger says of one segment. */
export interface LedgerEntry {
  readonly marker: Buffer;
  readonly sequence: number;
  /** Where the last record ends. */
  readonly end: number;
  /** Records ever acknowledged, delivered ones included. */
  readonly count: number;
  readonly cursor: Cursor;
  /** What is missing among the records that wait, and has been reported. */
  readonly missing: { readonly envelopes: number; readonly bytes: number };
  /** How far the wall clock was ahead of the system's uptime when the segment was created, in milliseconds. */
  readonly aheadMs: number;
  /** By how much the wall clock was set forward since then, up to the start of this process, in milliseconds. */
  readonly movedMs: number;
}

/** Entries by marker, in hexadecimal digits. */
export type LedgerEntries = ReadonlyMap<string, LedgerEntry>;

/** The ledger of an open directory. A failure to write never fails a caller: it makes later counts less exact. */
export interface Ledger {
  /** Notes that a segment has changed. Calls made while its slot is written share the next write. */
  readonly note: (
    segment: LedgerEntry,
    change: Partial<Pick<LedgerEntry, 'end' | 'count' | 'cursor' | 'missing'>>,
  ) => Promise<void>;
  /** Forgets a segment durably. Call it before the file is deleted, so that the deletion does not count as a loss. */
  readonly forget: (segment: LedgerEntry) => Promise<void>;
  /** Whether it has no entry. */
  readonly isEmpty: () => boolean;
  readonly close: () => Promise<void>;
}

/** File name of the ledger. */
export const LEDGER_NAME = 'spool.ledger';

/** Read at most, in bytes: a ledger has no more slots than a spool has segments. A larger file is ignored. */
const MAX_LEDGER_BYTES = 67_108_864;

const SLOT_BYTES = 64;
const CRC_AT = 60;
const BOOT_ID_AT = 8;
const SIGNATURE = Buffer.from('ADITLGR1');

interface Slot {
  /** Its place in the file, from 1. */
  readonly number: number;
  /** Absent once the segment is forgotten. */
  entry: LedgerEntry | undefined;
  readonly write: () => Promise<void>;
}

/** Reads a directory's ledger; `undefined` if there is none, as in spools of releases before it. */
export async function readLedger(openFile: OpenFile, directory: string): Promise<LedgerEntries | undefined> {
  const bytes = await readWhole(openFile, join(directory, LEDGER_NAME)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (bytes === undefined || !bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const bootId = readBootId();
  // The uptime of another boot says nothing.
  const isSameBoot =
    bootId !== undefined && bytes.toString('latin1', BOOT_ID_AT, BOOT_ID_AT + bootId.length) === bootId;
  const entries = new Map<string, LedgerEntry>();
  for (let at = SLOT_BYTES; at + SLOT_BYTES <= bytes.length; at += SLOT_BYTES) {
    const entry = decodeSlot(bytes.subarray(at, at + SLOT_BYTES), isSameBoot);
    if (entry !== undefined) entries.set(entry.marker.toString('hex'), entry);
  }
  return entries;
}

/** Replaces the directory's ledger by one with these entries. If that fails, the directory has none. */
export async function createLedger(
  openFile: OpenFile,
  directory: string,
  entries: readonly LedgerEntry[],
): Promise<Ledger> {
  const path = join(directory, LEDGER_NAME);
  const handle = await replace(openFile, path, entries).catch(() => undefined);
  if (handle === undefined) await attempt(() => unlink(path));
  else await attempt(() => syncDirectory(openFile, directory));

  const slots = new Map<string, Slot>();
  const free: number[] = [];
  let slotCount = 0;
  const write = async (number: number, bytes: Buffer): Promise<void> => {
    await attempt(async () => {
      if (handle !== undefined) await writeFully(handle, bytes, number * SLOT_BYTES);
    });
  };
  const openSlot = ({
    marker,
    sequence,
    end,
    count,
    cursor,
    missing,
    aheadMs,
    movedMs,
  }: LedgerEntry): Slot => {
    const number = free.pop() ?? (slotCount += 1);
    const slot: Slot = {
      number,
      entry: { marker, sequence, end, count, cursor, missing, aheadMs, movedMs },
      write: coalesce(() => write(number, encodeSlot(slot.entry))),
    };
    slots.set(marker.toString('hex'), slot);
    return slot;
  };
  for (const entry of entries) openSlot(entry);

  return {
    note: async (segment, change) => {
      const slot = slots.get(segment.marker.toString('hex')) ?? openSlot(segment);
      if (slot.entry !== undefined) slot.entry = { ...slot.entry, ...change };
      await slot.write();
    },
    forget: async ({ marker }) => {
      const slot = slots.get(marker.toString('hex'));
      if (slot === undefined) return;
      slots.delete(marker.toString('hex'));
      slot.entry = undefined;
      await slot.write();
      await attempt(async () => handle?.datasync());
      free.push(slot.number);
    },
    isEmpty: () => slots.size === 0,
    close: async () => {
      await attempt(async () => handle?.close());
    },
  };
}

async function replace(
  openFile: OpenFile,
  path: string,
  entries: readonly LedgerEntry[],
): Promise<FileHandle> {
  const draft = `${path}.new`;
  const handle = await openFile(draft, 'w', FILE_MODE);
  try {
    const header = Buffer.alloc(SLOT_BYTES);
    SIGNATURE.copy(header);
    header.write(readBootId() ?? '', BOOT_ID_AT, 'latin1');
    await writeFully(handle, Buffer.concat([header, ...entries.map(encodeSlot)]), 0);
    await handle.datasync();
    await rename(draft, path);
    return handle;
  } catch (error) {
    await attempt(() => handle.close());
    await attempt(() => unlink(draft));
    throw error;
  }
}

async function readWhole(openFile: OpenFile, path: string): Promise<Buffer | undefined> {
  const handle = await openFile(path, 'r');
  try {
    const { size } = await handle.stat();
    return size > MAX_LEDGER_BYTES ? undefined : await readFully(handle, size, 0);
  } finally {
    await handle.close();
  }
}

function encodeSlot(entry: LedgerEntry | undefined): Buffer {
  const slot = Buffer.alloc(SLOT_BYTES);
  if (entry === undefined) return slot;
  const { marker, sequence, end, count, cursor, missing, aheadMs } = entry;
  marker.copy(slot);
  slot.writeDoubleLE(sequence, 8);
  slot.writeDoubleLE(end, 16);
  slot.writeDoubleLE(cursor.position, 24);
  slot.writeUInt32LE(cursor.index, 32);
  slot.writeUInt32LE(count, 36);
  slot.writeDoubleLE(missing.bytes, 40);
  slot.writeUInt32LE(missing.envelopes, 48);
  slot.writeDoubleLE(aheadMs, 52);
  slot.writeUInt32LE(crc32(slot.subarray(0, CRC_AT)), CRC_AT);
  return slot;
}

function decodeSlot(slot: Buffer, isSameBoot: boolean): LedgerEntry | undefined {
  const crc = slot.readUInt32LE(CRC_AT);
  // A free slot is all zeros, of which the CRC-32 is not zero.
  if (crc !== crc32(slot.subarray(0, CRC_AT))) return undefined;
  const aheadMs = isSameBoot ? slot.readDoubleLE(52) : NaN;
  return {
    marker: Buffer.from(slot.subarray(0, MARKER_BYTES)),
    sequence: slot.readDoubleLE(8),
    end: slot.readDoubleLE(16),
    cursor: { position: slot.readDoubleLE(24), index: slot.readUInt32LE(32) },
    count: slot.readUInt32LE(36),
    missing: { bytes: slot.readDoubleLE(40), envelopes: slot.readUInt32LE(48) },
    aheadMs,
    movedMs: setForwardMs(aheadMs),
  };
}
