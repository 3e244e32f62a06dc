import type { FileHandle } from 'node:fs/promises';
import type { SpooledEnvelope, SpoolEntry } from '../stores.ts';
import { createLogReader } from './log-reader.ts';
import { createLogWriter } from './log-writer.ts';
import { recordBytes } from './new-record.ts';
import { encodeFields } from './record.ts';
import { MAX_HELD_BODY_BYTES } from './record-scanner.ts';
import { isDone, type LogHost, type LogState, type Segment } from './segment.ts';
import { stageEnvelope } from './staged-envelope.ts';
import { streamOf } from '@adit/envelope';

/** The envelopes of one DSN, first in, first out. */
export interface DsnLog {
  /** Writes a body that is a stream, or too large for memory, to a file of its own. */
  readonly append: (envelope: SpooledEnvelope) => Promise<void>;
  readonly peek: () => Promise<SpoolEntry | undefined>;
  readonly peekBehind: (behind: number) => Promise<SpoolEntry | undefined>;
  readonly remove: () => Promise<void>;
  readonly isPending: () => boolean;
  /** As `LogWriter.verify`. */
  readonly verify: () => void;
  /** Ends without writing any more. */
  readonly abandon: () => Promise<AbandonedLog>;
  readonly close: () => Promise<void>;
}

/** The open parts of a log that was abandoned. */
export interface AbandonedLog {
  readonly dsn: string;
  readonly segments: readonly Segment[];
  /** Segments with an open file. The caller closes the files. */
  readonly open: readonly { readonly segment: Segment; readonly handle: FileHandle }[];
  /** The segment of the envelope that was read last and not removed yet. */
  readonly oldestOf: Segment | undefined;
}

/** Creates a {@link DsnLog} over the segments found at start. */
export function createDsnLog(host: LogHost, state: LogState): DsnLog {
  const { dsn, share, segments } = state;
  const writer = createLogWriter(host, state, () => {
    reader.tidy();
  });
  const reader = createLogReader(host, state, writer);

  const appendWhole = async (envelope: SpooledEnvelope, body: Uint8Array): Promise<void> => {
    const record = { receivedAt: envelope.receivedAt, fields: encodeFields(dsn, envelope.fields), body };
    share.take(recordBytes(record));
    await writer.append(record);
  };

  const appendStaged = async (
    { receivedAt, fields }: SpooledEnvelope,
    body: AsyncIterable<Uint8Array>,
  ): Promise<void> => {
    await writer.place(await stageEnvelope(host, share, { dsn, receivedAt, fields, body }));
  };

  return {
    append: (envelope) => {
      const { body } = envelope;
      if (!(body instanceof Uint8Array)) return appendStaged(envelope, body);
      if (body.length > MAX_HELD_BODY_BYTES) return appendStaged(envelope, streamOf([body]));
      return appendWhole(envelope, body);
    },
    peek: reader.peek,
    peekBehind: reader.peekBehind,
    remove: reader.remove,
    isPending: () => segments.some((segment) => !isDone(segment)),
    verify: writer.verify,
    abandon: async () => {
      const written = await writer.abandon();
      const { open: read, oldestOf } = await reader.abandon();
      return { dsn, segments, open: [written, read].filter((one) => one !== undefined), oldestOf };
    },
    close: async () => {
      await writer.close();
      await reader.close();
    },
  };
}
