import { rename, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ignoreFailure } from '@adit/envelope';
import { coalesce } from './coalesce.ts';
import { errorCode, FILE_MODE, readFully, syncDirectory, writeFully, type OpenFile } from './files.ts';
import { MARKER_BYTES, type Cursor } from './segment-format.ts';

/*
 * The ledger is a file that records what each segment holds. With it the loss is known exactly, even if a segment is cut
 * short, overwritten or deleted.
 *
 *   header   8 bytes 'ADITLGR1', zeros up to 64 bytes
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
 *   room                         8
 *   CRC-32 of the above          4
 *
 * A slot is written 10 ms after its records are acknowledged, so that acknowledgements do not wait for it, and synced only
 * when a segment is deleted. So after a crash the ledger may lack records that were acknowledged within 10 ms, after a
 * power failure more. If a segment holds more records than its slot says, the segment counts.
 */

/** The ledger's entry for one segment. */
export interface LedgerEntry {
  readonly marker: Buffer;
  readonly sequence: number;
  /** Where the last record ends. */
  readonly end: number;
  /** Records ever acknowledged, delivered ones included. */
  readonly count: number;
  readonly cursor: Cursor;
  /** The records that are missing among those that wait, and were reported. */
  readonly missing: { readonly envelopes: number; readonly bytes: number };
}

/** Entries by marker, in hexadecimal digits. */
export type LedgerEntries = ReadonlyMap<string, LedgerEntry>;

/** The ledger of an open directory. A failed write never fails a caller. It makes later counts less exact. */
export interface Ledger {
  /** Notes the current content of a segment. It is written soon, together with other notes. */
  readonly note: (segment: LedgerEntry) => void;
  /** Removes a segment durably. Call it before the file is deleted, so that the deletion does not count as a loss. */
  readonly forget: (segment: LedgerEntry) => Promise<void>;
  /** Whether it has no entry. */
  readonly isEmpty: () => boolean;
  /** Writes all notes and closes the file. */
  readonly close: () => Promise<void>;
}

/** File name of the ledger. */
export const LEDGER_NAME = 'spool.ledger';

/** The time for which changes are gathered, in milliseconds. After a crash these changes are missing. */
const WRITE_AFTER_MS = 10;

/** The largest ledger that is read, in bytes. A larger file is ignored. */
const MAX_LEDGER_BYTES = 67_108_864;

const SLOT_BYTES = 64;
const CRC_AT = 60;
const SIGNATURE = Buffer.from('ADITLGR1');

/** Reads a directory's ledger; `undefined` if it has none. */
export async function readLedger(openFile: OpenFile, directory: string): Promise<LedgerEntries | undefined> {
  const bytes = await readWhole(openFile, join(directory, LEDGER_NAME)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (bytes === undefined || !bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const entries = new Map<string, LedgerEntry>();
  for (let at = SLOT_BYTES; at + SLOT_BYTES <= bytes.length; at += SLOT_BYTES) {
    const entry = decodeSlot(bytes.subarray(at, at + SLOT_BYTES));
    if (entry !== undefined) entries.set(entry.marker.toString('hex'), entry);
  }
  return entries;
}

/** Replaces the directory's ledger with these entries. If that fails, the directory has no ledger. */
export async function createLedger(
  openFile: OpenFile,
  directory: string,
  entries: readonly LedgerEntry[],
): Promise<Ledger> {
  const path = join(directory, LEDGER_NAME);
  const handle = await replace(openFile, path, entries).catch(() => undefined);
  if (handle === undefined) await ignoreFailure(() => unlink(path));
  else await ignoreFailure(() => syncDirectory(openFile, directory));

  /** By slot in the file. The first slot is the header. */
  const slots: (LedgerEntry | undefined)[] = [undefined, ...entries.map(copyOf)];
  const numbers = new Map(entries.map(({ marker }, index) => [marker.toString('hex'), index + 1]));
  const free: number[] = [];
  const changed = new Set<number>();

  const flush = coalesce(async () => {
    const pending = [...changed].sort((one, other) => one - other);
    changed.clear();
    for (const run of runsOf(pending)) {
      const bytes = Buffer.concat(run.map((number) => encodeSlot(slots[number])));
      await ignoreFailure(
        async () => handle && (await writeFully(handle, bytes, Number(run[0]) * SLOT_BYTES)),
      );
    }
  });

  let timer: NodeJS.Timeout | undefined;
  const flushSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, WRITE_AFTER_MS).unref();
  };

  return {
    note: (segment) => {
      const marker = segment.marker.toString('hex');
      const number = numbers.get(marker) ?? free.pop() ?? slots.length;
      numbers.set(marker, number);
      slots[number] = copyOf(segment);
      changed.add(number);
      flushSoon();
    },
    forget: async ({ marker }) => {
      const number = numbers.get(marker.toString('hex'));
      if (number === undefined) return;
      numbers.delete(marker.toString('hex'));
      slots[number] = undefined;
      changed.add(number);
      await flush();
      await ignoreFailure(async () => handle?.datasync());
      free.push(number);
    },
    isEmpty: () => numbers.size === 0,
    close: async () => {
      clearTimeout(timer);
      await flush();
      await ignoreFailure(async () => handle?.close());
    },
  };
}

/** The entry of a segment as it is now. */
function copyOf({ marker, sequence, end, count, cursor, missing }: LedgerEntry): LedgerEntry {
  return { marker, sequence, end, count, cursor, missing };
}

/** Ascending numbers, in runs without a gap. */
function runsOf(numbers: readonly number[]): readonly number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs;
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
    await writeFully(handle, Buffer.concat([header, ...entries.map((entry) => encodeSlot(entry))]), 0);
    await handle.datasync();
    await rename(draft, path);
    return handle;
  } catch (error) {
    await ignoreFailure(() => handle.close());
    await ignoreFailure(() => unlink(draft));
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
  const { marker, sequence, end, count, cursor, missing } = entry;
  marker.copy(slot);
  slot.writeDoubleLE(sequence, 8);
  slot.writeDoubleLE(end, 16);
  slot.writeDoubleLE(cursor.position, 24);
  slot.writeUInt32LE(cursor.index, 32);
  slot.writeUInt32LE(count, 36);
  slot.writeDoubleLE(missing.bytes, 40);
  slot.writeUInt32LE(missing.envelopes, 48);
  slot.writeUInt32LE(crc32(slot.subarray(0, CRC_AT)), CRC_AT);
  return slot;
}

function decodeSlot(slot: Buffer): LedgerEntry | undefined {
  const crc = slot.readUInt32LE(CRC_AT);
  // A free slot is all zeros. The CRC-32 of zeros is not zero.
  if (crc !== crc32(slot.subarray(0, CRC_AT))) return undefined;
  return {
    marker: Buffer.from(slot.subarray(0, MARKER_BYTES)),
    sequence: slot.readDoubleLE(8),
    end: slot.readDoubleLE(16),
    cursor: { position: slot.readDoubleLE(24), index: slot.readUInt32LE(32) },
    count: slot.readUInt32LE(36),
    missing: { bytes: slot.readDoubleLE(40), envelopes: slot.readUInt32LE(48) },
  };
}
