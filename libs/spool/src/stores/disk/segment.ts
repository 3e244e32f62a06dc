import type { BootClock } from './boot-clock.ts';
import type { OpenFile } from './files.ts';
import type { Cursor } from './segment-format.ts';
import type { Ledger } from './ledger.ts';
import type { PlacedFile } from './place.ts';
import type { DsnSpace } from './space.ts';

/** The state of one segment. Single envelopes have no state: a million of them take no memory. */
export interface Segment {
  readonly path: string;
  readonly marker: Buffer;
  /** Segments of a DSN are delivered in ascending order of it. */
  readonly sequence: number;
  /** Size of the file. */
  bytes: number;
  /** End of the last durable record. */
  end: number;
  /** Durable records, delivered ones included. */
  count: number;
  cursor: Cursor;
  /** The records that are missing among those that wait, and were reported. */
  missing: { envelopes: number; bytes: number };
  /** The clocks when it was created. They date its records. */
  readonly clock: BootClock | undefined;
  /** The time by which the wall clock was set between then and the start of this process, in milliseconds. */
  readonly movedMs: number;
  /** Whether records are still added. */
  isOpen: boolean;
}

/** The loss of a store: envelopes, bytes, and a sentence for each damage. */
export interface SpoolLoss {
  /** Number of envelopes, as exact as possible. One that was cut short counts, even if it was never acknowledged. */
  readonly lostEnvelopes: number;
  readonly lostBytes: number;
  /** One sentence for each damage, with the file's name but no bytes of an envelope and no key. */
  readonly details: readonly string[];
}

/** The parts that all logs of one spool share. */
export interface LogHost {
  readonly directory: string;
  readonly openFile: OpenFile;
  readonly maxSegmentBytes: number;
  /** Returns a number above all earlier ones, and above those of the segments found at start. */
  readonly nextSequence: () => number;
  /** Makes the names in the directory durable. Calls during a run share the next one. */
  readonly syncNames: () => Promise<void>;
  /** The counts of all segments, kept beside them. */
  readonly ledger: Ledger;
  /**
   * Checks that this process still has the directory, and that the given file is still at its path.
   * @throws SpoolDisplacedError
   */
  readonly verify: (file?: PlacedFile) => void;
  /** Whether the last check found something else. */
  readonly isDisplaced: () => boolean;
  /** Keeps a promise that only closing awaits. */
  readonly inBackground: (work: Promise<unknown>) => void;
  /** Envelopes waiting, and the bytes of their records. */
  readonly held: { envelopes: number; bytes: number };
  readonly onLoss: (loss: SpoolLoss) => void;
}

/** The part of the spool for one DSN. */
export interface LogState {
  readonly dsn: string;
  readonly share: DsnSpace;
  /** Oldest first. Only the last may be open. */
  readonly segments: Segment[];
}

/** Whether all of a segment is delivered. */
export function isDone({ count, cursor }: Segment): boolean {
  return cursor.index >= count;
}

/** The number of records of a segment that still wait. */
export function waitingIn(segment: Segment): number {
  return segment.count - segment.cursor.index - segment.missing.envelopes;
}

/** Size of the records that still wait, in bytes. */
export function waitingBytesIn(segment: Segment): number {
  return segment.end - segment.cursor.position - segment.missing.bytes;
}
