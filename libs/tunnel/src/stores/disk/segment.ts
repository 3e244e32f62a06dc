import type { BootClock } from './boot-clock.ts';
import type { OpenFile } from './files.ts';
import type { Cursor } from './segment-format.ts';
import type { Ledger } from './ledger.ts';
import type { PlacedFile } from './place.ts';
import type { DsnSpace } from './space.ts';

/** What is known of one segment. Nothing is known of its single envelopes: a million of them take no memory. */
export interface Segment {
  readonly path: string;
  readonly marker: Buffer;
  /** Segments of a DSN are delivered in ascending order of it. */
  readonly sequence: number;
  /** Size of the file. */
  bytes: number;
  /** Where the last durable record ends. */
  end: number;
  /** Durable records, delivered ones included. */
  count: number;
  cursor: Cursor;
  /** What is known to be missing among the records that wait, and has been told. */
  missing: { envelopes: number; bytes: number };
  /** How the wall clock stood when it was created, by which its records are dated. */
  readonly clock: BootClock | undefined;
  /** By how much the wall clock was set between then and the start of this process, in milliseconds. */
  readonly movedMs: number;
  /** Whether records are still added. */
  isOpen: boolean;
}

/** What a store lost: envelopes, bytes, and a sentence for each damage. */
export interface SpoolLoss {
  /** Envelopes, as near as can be told; one that was cut short counts even if it had never been acknowledged. */
  readonly lostEnvelopes: number;
  readonly lostBytes: number;
  /** One sentence for each damage, naming the file. No bytes of an envelope, no key. */
  readonly details: readonly string[];
}

/** What the logs of one spool share. */
export interface LogHost {
  readonly directory: string;
  readonly openFile: OpenFile;
  readonly maxSegmentBytes: number;
  /** A number above all it gave before, and above those of the segments found at start. */
  readonly nextSequence: () => number;
  /** Makes the names in the directory durable; those who ask while it is being done share the next run. */
  readonly syncNames: () => Promise<void>;
  /** The counts of all segments, kept beside them. */
  readonly ledger: Ledger;
  /**
   * Makes sure that the directory is still this process's, and the file at its path still the one given.
   * @throws SpoolDisplacedError
   */
  readonly verify: (file?: PlacedFile) => void;
  /** Whether the last look found something else. */
  readonly isDisplaced: () => boolean;
  /** Keeps a promise nobody waits for, so that closing can. */
  readonly inBackground: (work: Promise<unknown>) => void;
  /** Envelopes waiting, and the bytes of their records. */
  readonly held: { envelopes: number; bytes: number };
  readonly onLoss: (loss: SpoolLoss) => void;
}

/** One DSN's part of the spool. */
export interface LogState {
  readonly dsn: string;
  readonly share: DsnSpace;
  /** Oldest first. Only the last may be open. */
  readonly segments: Segment[];
}

/** Whether delivery has come to the end of a segment. */
export function isDone({ count, cursor }: Segment): boolean {
  return cursor.index >= count;
}

/** How many records of a segment still wait. */
export function waitingIn(segment: Segment): number {
  return segment.count - segment.cursor.index - segment.missing.envelopes;
}

/** How many bytes the records that still wait take. */
export function waitingBytesIn(segment: Segment): number {
  return segment.end - segment.cursor.position - segment.missing.bytes;
}
