import type { SpooledEnvelope, SpoolEntry } from '../stores.ts';
import { streamOf } from '../stream-of.ts';
import { createLogReader } from './log-reader.ts';
import { createLogWriter, recordBytes } from './log-writer.ts';
import { encodeFields } from './record.ts';
import { MAX_HELD_BODY_BYTES } from './record-scanner.ts';
import { waitingIn, type LogHost, type LogState } from './segment.ts';
import { stageEnvelope } from './staged-envelope.ts';

/** The envelopes of one DSN, first in, first out. */
export interface DsnLog {
  readonly append: (envelope: SpooledEnvelope) => Promise<void>;
  readonly peek: () => Promise<SpoolEntry | undefined>;
  readonly remove: () => Promise<void>;
  readonly isPending: () => boolean;
  readonly close: () => Promise<void>;
}

/** As much of a streamed envelope is gathered to be written with others, in bytes; the tunnel gathers as much. */
const MAX_GATHERED_BYTES = 65_536;

/** Creates a {@link DsnLog} over the segments found at start. */
export function createDsnLog(host: LogHost, state: LogState): DsnLog {
  const { dsn, share, segments } = state;
  const writer = createLogWriter(host, state, () => {
    reader.tidy();
  });
  const reader = createLogReader(host, state, writer.release);

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
    append: async (envelope) => {
      const { body } = envelope;
      if (body instanceof Uint8Array) {
        if (body.length <= MAX_HELD_BODY_BYTES) await appendWhole(envelope, body);
        else await appendStaged(envelope, streamOf([body]));
        return;
      }
      const { whole, rest } = await gather(body);
      if (rest === undefined) await appendWhole(envelope, whole);
      else await appendStaged(envelope, rest);
    },
    peek: reader.peek,
    remove: reader.remove,
    isPending: () => segments.some((segment) => waitingIn(segment) > 0),
    close: async () => {
      await writer.close();
      await reader.close();
    },
  };
}

/** Takes chunks until the body ends or is too large to be held; `rest` then yields all of it, from the start. */
async function gather(
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly whole: Uint8Array; readonly rest?: AsyncIterable<Uint8Array> }> {
  const iterator = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= MAX_GATHERED_BYTES) {
    const next = await iterator.next();
    if (next.done === true) return { whole: Buffer.concat(chunks) };
    chunks.push(next.value);
    bytes += next.value.length;
  }
  return { whole: NOTHING, rest: chain(chunks, iterator) };
}

const NOTHING = new Uint8Array(0);

async function* chain(
  chunks: Uint8Array[],
  iterator: AsyncIterator<Uint8Array, unknown>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) yield chunk;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Whoever stops early, as when the spool is full, tells the client's side to stop too.
    await iterator.return?.();
  }
}
