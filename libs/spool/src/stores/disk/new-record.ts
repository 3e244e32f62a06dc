import { crc32 } from 'node:zlib';
import { encodeHead, FIXED_HEAD_BYTES } from './record.ts';
import type { Segment } from './segment.ts';

/** An envelope small enough to be written with others. Its space is claimed. */
export interface NewRecord {
  readonly receivedAt: number;
  readonly fields: Buffer;
  readonly body: Uint8Array;
}

/** Size of a record, in bytes. */
export function recordBytes({ fields, body }: NewRecord): number {
  return FIXED_HEAD_BYTES + fields.length + body.length;
}

/** The bytes of records to append to a segment. */
export function encodeRecords(
  records: readonly NewRecord[],
  {
    segment,
    before,
    after,
    length,
  }: {
    readonly segment: Pick<Segment, 'marker' | 'count'>;
    readonly before: Buffer;
    readonly after: Buffer;
    readonly length: number;
  },
): Buffer {
  const bytes = Buffer.allocUnsafe(before.length + length + after.length);
  before.copy(bytes);
  after.copy(bytes, before.length + length);
  let at = before.length;
  let index = segment.count;
  for (const { receivedAt, fields, body } of records) {
    const bodyBytes = body.length;
    encodeHead(bytes, at, segment.marker, { index, receivedAt, fields, bodyBytes, bodyCrc: crc32(body) });
    at += FIXED_HEAD_BYTES + fields.length;
    bytes.set(body, at);
    at += bodyBytes;
    index += 1;
  }
  return bytes;
}
