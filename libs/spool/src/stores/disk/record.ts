import { crc32 } from 'node:zlib';
import { MARKER_BYTES } from './segment-format.ts';

/*
 * A record holds one envelope:
 *
 *   marker of the segment        8 bytes
 *   CRC-32 of what follows, up to the body    4
 *   CRC-32 of the body           4
 *   index in the segment         4    a gap tells how many records are missing
 *   length of the fields         4
 *   length of the body           8    a double, as JavaScript's numbers are
 *   time it was taken            8    a double, milliseconds since the epoch
 *   DSN and fields as JSON
 *   body
 */

/** The head of a record, before its body. */
export interface RecordHead {
  readonly index: number;
  readonly receivedAt: number;
  readonly dsn: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Size of the head, in bytes. */
  readonly headBytes: number;
  readonly bodyBytes: number;
  readonly bodyCrc: number;
}

/** Size of a head's fixed part, in bytes. */
export const FIXED_HEAD_BYTES = 40;

/** The largest fields of one envelope, in bytes. HTTP fields are never longer, and readers rely on this bound. */
export const MAX_FIELDS_BYTES = 1_048_576;

/** The DSN and the fields as bytes of a record. */
export function encodeFields(dsn: string, fields: Readonly<Record<string, string>>): Buffer {
  const bytes = Buffer.from(JSON.stringify([dsn, fields]));
  if (bytes.length > MAX_FIELDS_BYTES) throw new RangeError('the fields of an envelope exceed 1 MiB');
  return bytes;
}

/** Writes a record's head into `target` at `at`. */
export function encodeHead(
  target: Buffer,
  at: number,
  marker: Buffer,
  head: {
    readonly index: number;
    readonly receivedAt: number;
    readonly fields: Buffer;
    readonly bodyBytes: number;
    readonly bodyCrc: number;
  },
): void {
  marker.copy(target, at);
  target.writeUInt32LE(head.bodyCrc, at + 12);
  target.writeUInt32LE(head.index, at + 16);
  target.writeUInt32LE(head.fields.length, at + 20);
  target.writeDoubleLE(head.bodyBytes, at + 24);
  target.writeDoubleLE(head.receivedAt, at + 32);
  head.fields.copy(target, at + FIXED_HEAD_BYTES);
  const crc = crc32(target.subarray(at + 12, at + FIXED_HEAD_BYTES + head.fields.length));
  target.writeUInt32LE(crc, at + MARKER_BYTES);
}

/** Size of the head that begins with `fixed`, in bytes; `undefined` if no record of this segment begins there. */
export function headLength(fixed: Buffer, marker: Buffer): number | undefined {
  if (fixed.length < FIXED_HEAD_BYTES || fixed.compare(marker, 0, MARKER_BYTES, 0, MARKER_BYTES) !== 0)
    return undefined;
  const fieldsBytes = fixed.readUInt32LE(20);
  return fieldsBytes > MAX_FIELDS_BYTES ? undefined : FIXED_HEAD_BYTES + fieldsBytes;
}

/** Reads a whole head; `undefined` if it is damaged. */
export function decodeHead(head: Buffer): RecordHead | undefined {
  if (head.readUInt32LE(MARKER_BYTES) !== crc32(head.subarray(12))) return undefined;
  const [dsn, fields] = JSON.parse(head.toString('utf8', FIXED_HEAD_BYTES)) as [
    string,
    Record<string, string>,
  ];
  return {
    index: head.readUInt32LE(16),
    receivedAt: head.readDoubleLE(32),
    dsn,
    fields,
    headBytes: head.length,
    bodyBytes: head.readDoubleLE(24),
    bodyCrc: head.readUInt32LE(12),
  };
}
