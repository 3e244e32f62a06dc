import { readFully, type OpenFile } from './files.ts';
import { createRecordScanner, type FoundRecord } from './record-scanner.ts';
import type { Segment } from './segment.ts';

/** A record and its place. */
export interface PlacedRecord {
  readonly segment: Segment;
  readonly record: FoundRecord;
}

/**
 * Finds the intact record a number of places behind another; `undefined` if there are fewer. It opens its own files, so
 * delivery of the oldest envelope is not disturbed.
 */
export async function findBehind(
  openFile: OpenFile,
  segments: readonly Segment[],
  { segment: from, record: { end, index: fromIndex } }: PlacedRecord,
  behind: number,
): Promise<PlacedRecord | undefined> {
  let left = behind;
  for (const segment of segments.slice(segments.indexOf(from))) {
    const handle = await openFile(segment.path, 'r');
    try {
      const { marker, cursor } = segment;
      const scanner = createRecordScanner((length, at) => readFully(handle, length, at), marker);
      let { position, index } = segment === from ? { position: end, index: fromIndex + 1 } : cursor;
      for (;;) {
        const record = await scanner.next(position, segment.end, index);
        if (record === undefined) break;
        left -= 1;
        if (left === 0) return { segment, record };
        position = record.end;
        index = record.index + 1;
      }
    } finally {
      await handle.close();
    }
  }
  return undefined;
}
