import { crc32 } from 'node:zlib';
import { decodeHead, FIXED_HEAD_BYTES, headLength, type RecordHead } from './record.ts';
import { MARKER_BYTES } from './segment-format.ts';

/** An intact record. */
export interface FoundRecord extends RecordHead {
  readonly start: number;
  readonly end: number;
  /** Absent if it is too large for memory. It begins at `start + headBytes` then. */
  readonly body: Buffer | undefined;
}

/** Finds the intact records of one segment. */
export interface RecordScanner {
  /**
   * Finds the first intact record at or after `from` that ends by `end` and has at least the index `firstIndex`. The bytes
   * before it are damaged, or a copy of records before `from`.
   */
  readonly next: (from: number, end: number, firstIndex: number) => Promise<FoundRecord | undefined>;
}

/** Reads up to `length` bytes at `position`; fewer at the end of the file. */
export type ReadAt = (length: number, position: number) => Promise<Buffer>;

/** The largest body that is held in memory, in bytes. */
export const MAX_HELD_BODY_BYTES = 1_048_576;

/** The bytes read at a time: sixteen envelopes of 4 KB. Each DSN that is being drained holds as many. */
const WINDOW_BYTES = 65_536;

/** Creates a {@link RecordScanner}. */
export function createRecordScanner(read: ReadAt, marker: Buffer): RecordScanner {
  let window: Buffer = Buffer.alloc(0);
  let windowAt = 0;

  const slice = async (length: number, position: number, end: number): Promise<Buffer> => {
    const wanted = Math.min(length, end - position);
    if (position < windowAt || position + wanted > windowAt + window.length) {
      window = await read(Math.min(Math.max(wanted, WINDOW_BYTES), end - position), position);
      windowAt = position;
    }
    return window.subarray(position - windowAt, position - windowAt + wanted);
  };

  const headAt = async (position: number, end: number): Promise<RecordHead | undefined> => {
    const length = headLength(await slice(FIXED_HEAD_BYTES, position, end), marker);
    if (length === undefined) return undefined;
    const head = await slice(length, position, end);
    return head.length < length ? undefined : decodeHead(head);
  };

  const nextMarker = async (from: number, end: number): Promise<number> => {
    for (let at = from; at + MARKER_BYTES <= end;) {
      const bytes = await slice(WINDOW_BYTES, at, end);
      const found = bytes.indexOf(marker);
      if (found >= 0) return at + found;
      if (bytes.length < MARKER_BYTES) break;
      at += bytes.length - MARKER_BYTES + 1;
    }
    return end;
  };

  const crcAt = async (length: number, position: number): Promise<number> => {
    let crc = 0;
    for (let done = 0; done < length;) {
      const bytes = await read(Math.min(WINDOW_BYTES * 4, length - done), position + done);
      if (bytes.length === 0) break;
      crc = crc32(bytes, crc);
      done += bytes.length;
    }
    return crc;
  };

  return {
    next: async (from, end, firstIndex) => {
      for (let at = from; at < end;) {
        const head = await headAt(at, end);
        const bodyAt = at + (head?.headBytes ?? 0);
        const recordEnd = bodyAt + (head?.bodyBytes ?? 0);
        if (head === undefined || recordEnd > end) {
          at = await nextMarker(at + 1, end);
          continue;
        }
        const isHeld = head.bodyBytes <= MAX_HELD_BODY_BYTES;
        const body = isHeld ? await slice(head.bodyBytes, bodyAt, end) : undefined;
        const crc = body === undefined ? await crcAt(head.bodyBytes, bodyAt) : crc32(body);
        const isWhole = crc === head.bodyCrc && (body === undefined || body.length === head.bodyBytes);
        if (isWhole && head.index >= firstIndex) {
          return { ...head, start: at, end: recordEnd, body };
        }
        at = recordEnd;
      }
      return undefined;
    },
  };
}
