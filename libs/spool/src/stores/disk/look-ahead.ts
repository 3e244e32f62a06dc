import { ignoreFailure } from '@adit/envelope';
import type { SpoolEntry } from '../stores.ts';
import { readFully } from './files.ts';
import { createRecordScanner, type FoundRecord } from './record-scanner.ts';
import type { SegmentReading } from './save-cursor.ts';
import type { LogHost, LogState, Segment } from './segment.ts';

/** A record and its place. */
export interface PlacedRecord {
  readonly segment: Segment;
  readonly record: FoundRecord;
}

/** Reads records behind the oldest, each once. It opens its own file, so delivery of the oldest is not disturbed. */
export interface LookAhead {
  /** The envelope a number of places behind the oldest; `undefined` if there are fewer. */
  readonly at: (oldest: PlacedRecord, behind: number) => Promise<SpoolEntry | undefined>;
  /** Closes the file of a segment, or of any. */
  readonly close: (segment?: Segment) => void;
}

/** The bodies of one log that are held in memory, in bytes. Others are read again from the file. */
const MAX_HELD_BYTES = 1_048_576;

interface Ahead extends PlacedRecord {
  readonly entry: SpoolEntry;
}

/** Creates a {@link LookAhead}. */
export function createLookAhead(
  host: LogHost,
  { segments }: LogState,
  entryOf: (placed: PlacedRecord) => SpoolEntry,
): LookAhead {
  /** The records behind the oldest, without a gap. */
  const ahead: Ahead[] = [];
  let open: SegmentReading | undefined;

  const close = (segment = open?.segment): void => {
    if (open === undefined || open.segment !== segment) return;
    host.inBackground(ignoreFailure(open.handle.close.bind(open.handle)));
    open = undefined;
  };
  const openAt = async (segment: Segment): Promise<SegmentReading> => {
    if (open?.segment === segment) return open;
    close();
    const handle = await host.openFile(segment.path, 'r');
    const scanner = createRecordScanner((length, at) => readFully(handle, length, at), segment.marker);
    return (open = { segment, handle, scanner });
  };

  const findAfter = async ({
    segment: from,
    record: last,
  }: PlacedRecord): Promise<PlacedRecord | undefined> => {
    for (const segment of segments.slice(segments.indexOf(from))) {
      const { scanner } = await openAt(segment);
      const { position, index } =
        segment === from ? { position: last.end, index: last.index + 1 } : segment.cursor;
      const record = await scanner.next(position, segment.end, index);
      if (record !== undefined) return { segment, record };
    }
    return undefined;
  };
  const hold = ({ segment, record }: PlacedRecord): Ahead => {
    const heldBytes = ahead.reduce((total, one) => total + (one.record.body?.byteLength ?? 0), 0);
    const isHeld = heldBytes + record.bodyBytes <= MAX_HELD_BYTES;
    const placed = { segment, record: isHeld ? record : { ...record, body: undefined } };
    return { ...placed, entry: entryOf(placed) };
  };

  const isBehind = ({ segment, record }: PlacedRecord, oldest: PlacedRecord): boolean =>
    segment === oldest.segment
      ? record.start > oldest.record.start
      : segments.indexOf(segment) > segments.indexOf(oldest.segment);

  return {
    at: async (oldest, behind) => {
      while (ahead[0] !== undefined && !isBehind(ahead[0], oldest)) ahead.shift();
      while (ahead.length < behind) {
        const found = await findAfter(ahead.at(-1) ?? oldest);
        if (found === undefined) return undefined;
        ahead.push(hold(found));
      }
      return ahead[behind - 1]?.entry;
    },
    close,
  };
}
