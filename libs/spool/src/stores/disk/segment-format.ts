import { crc32 } from 'node:zlib';
import type { BootClock } from './boot-clock.ts';

/*
 * A segment holds envelopes of one DSN:
 *
 *   header   8 bytes 'ADITSPL1', 8 unused bytes, two slots of 16 bytes for the cursor, 16 bytes with the state of the
 *            wall clock: a double, the run of the system, and their CRC-32; zeros if unknown
 *   records  see record.ts
 *   footer   written when the segment is closed; without one its records are counted at the next start
 *
 * The marker is eight random bytes, different for each segment and kept in the file's name. Every record begins with
 * it, so that the next record can be found after a damaged one. No client knows the marker, so bytes inside an envelope
 * cannot pass for a record.
 */

/** The progress of a segment's delivery. */
export interface Cursor {
  /** Start of the oldest record that still waits. */
  readonly position: number;
  /** Number of records before it. */
  readonly index: number;
}

/** The footer's facts about a closed segment. */
export interface Footer {
  readonly dsn: string;
  /** Records ever written to it. */
  readonly count: number;
  /** End of the last record, start of the footer. */
  readonly end: number;
}

/** The parts of a segment's file name. */
export interface SegmentName {
  /** Segments of a DSN are delivered in ascending order of this number. */
  readonly sequence: number;
  readonly marker: Buffer;
}

/** Length of a marker, in bytes. */
export const MARKER_BYTES = 8;

/** Start of the first record. */
export const HEADER_BYTES = 64;

/** The cursor before the first delivery. */
export const START: Cursor = Object.freeze({ position: HEADER_BYTES, index: 0 });

const SIGNATURE = Buffer.from('ADITSPL1');
const SLOTS_AT = 16;
const SLOT_BYTES = 16;
const CLOCK_AT = 48;
const FOOTER_FIXED_BYTES = 32;
const SEQUENCE_DIGITS = 16;
/** The highest sequence. Sequences are milliseconds since the epoch or slightly more. */
const MAX_SEQUENCE = Number.MAX_SAFE_INTEGER - 2 ** 40;
const NAME = /^(\d{16})-([0-9a-f]{16})\.spool$/;

/** The file name of a segment. Names sort as their sequences do. */
export function formatSegmentName({ sequence, marker }: SegmentName): string {
  return `${String(sequence).padStart(SEQUENCE_DIGITS, '0')}-${marker.toString('hex')}.spool`;
}

/** Reads the file name of a segment; `undefined` for another name. */
export function parseSegmentName(file: string): SegmentName | undefined {
  const match = NAME.exec(file);
  const sequence = Number(match?.[1]);
  if (match === null || sequence > MAX_SEQUENCE) return undefined;
  return { sequence, marker: Buffer.from(String(match[2]), 'hex') };
}

/** The header of a new segment. */
export function encodeHeader(marker: Buffer, clock: BootClock | undefined): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  SIGNATURE.copy(header);
  encodeCursor(START, marker).copy(header, SLOTS_AT);
  if (clock !== undefined) encodeSlot(clock.aheadMs, clock.boot, marker).copy(header, CLOCK_AT);
  return header;
}

/** A cursor as bytes of a slot. */
export function encodeCursor({ position, index }: Cursor, marker: Buffer): Buffer {
  return encodeSlot(position, index, marker);
}

function encodeSlot(double: number, integer: number, marker: Buffer): Buffer {
  const slot = Buffer.alloc(SLOT_BYTES);
  slot.writeDoubleLE(double, 0);
  slot.writeUInt32LE(integer, 8);
  slot.writeUInt32LE(crc32(slot.subarray(0, 12), crc32(marker)), 12);
  return slot;
}

function decodeSlot(
  header: Buffer,
  at: number,
  marker: Buffer,
): { readonly double: number; readonly integer: number } | undefined {
  const slot = header.subarray(at, at + SLOT_BYTES);
  if (slot.length < SLOT_BYTES) return undefined;
  if (slot.readUInt32LE(12) !== crc32(slot.subarray(0, 12), crc32(marker))) return undefined;
  return { double: slot.readDoubleLE(0), integer: slot.readUInt32LE(8) };
}

/**
 * The offset of the n-th saved cursor. Two slots take turns, so that a write that is cut short leaves the previous one.
 */
export function cursorSlotAt(generation: number): number {
  return SLOTS_AT + (generation % 2) * SLOT_BYTES;
}

/** The latest cursor of a header; `undefined` if neither slot is intact. */
export function decodeCursor(header: Buffer, marker: Buffer): Cursor | undefined {
  let latest: Cursor | undefined;
  for (const slotAt of [cursorSlotAt(0), cursorSlotAt(1)]) {
    const slot = decodeSlot(header, slotAt, marker);
    if (slot === undefined) continue;
    const cursor = { position: slot.double, index: slot.integer };
    if (latest === undefined || cursor.position > latest.position) latest = cursor;
  }
  return latest;
}

/** The clocks when a segment was created; `undefined` if its header has none. */
export function decodeClock(header: Buffer, marker: Buffer): BootClock | undefined {
  const slot = decodeSlot(header, CLOCK_AT, marker);
  return slot && { boot: slot.integer, aheadMs: slot.double };
}

/** Size of a DSN's footers, in bytes. */
export function footerBytes(dsn: string): number {
  return Buffer.byteLength(dsn) + FOOTER_FIXED_BYTES;
}

/**
 * Writes a footer: the DSN, then the fixed part. Its first byte differs from the marker's, so that the rest of a cut record
 * is not mistaken for the rest of a footer.
 */
export function encodeFooter({ dsn, count, end }: Footer, marker: Buffer): Buffer {
  const dsnBytes = Buffer.from(dsn);
  const footer = Buffer.alloc(FOOTER_FIXED_BYTES + dsnBytes.length);
  for (let at = 0; at < MARKER_BYTES; at += 1) footer[at] = 0xff ^ Number(marker[at]);
  dsnBytes.copy(footer, MARKER_BYTES);
  const fixedAt = MARKER_BYTES + dsnBytes.length;
  footer.writeDoubleLE(end, fixedAt);
  footer.writeUInt32LE(count, fixedAt + 8);
  footer.writeUInt32LE(dsnBytes.length, fixedAt + 12);
  footer.writeUInt32LE(0x31444e45, fixedAt + 16); // 'END1'
  footer.writeUInt32LE(crc32(footer.subarray(0, -4), crc32(marker)), fixedAt + 20);
  return footer;
}

/**
 * Reads the footer at the end of a file.
 * @param tail the file's last bytes, at least as many as a footer has
 * @param fileBytes size of the file
 * @returns `undefined` without an intact footer
 */
export function decodeFooter(tail: Buffer, fileBytes: number, marker: Buffer): Footer | undefined {
  if (tail.length < FOOTER_FIXED_BYTES) return undefined;
  const dsnBytes = tail.readUInt32LE(tail.length - 12);
  const footer = tail.subarray(-(FOOTER_FIXED_BYTES + dsnBytes));
  if (footer.length < FOOTER_FIXED_BYTES + dsnBytes) return undefined;
  if (footer.readUInt32LE(footer.length - 4) !== crc32(footer.subarray(0, -4), crc32(marker)))
    return undefined;
  const fixedAt = MARKER_BYTES + dsnBytes;
  const end = footer.readDoubleLE(fixedAt);
  if (end + footer.length !== fileBytes) return undefined;
  return {
    dsn: footer.toString('utf8', MARKER_BYTES, fixedAt),
    count: footer.readUInt32LE(fixedAt + 8),
    end,
  };
}

/** Whether a file's last bytes, after its last intact record, are the rest of a footer. */
export function isRestOfFooter(tail: Buffer, marker: Buffer): boolean {
  const compared = Math.min(tail.length, MARKER_BYTES);
  let same = 0;
  for (let at = 0; at < compared; at += 1) if (tail[at] === (0xff ^ Number(marker[at]))) same += 1;
  return same * 2 > compared;
}
