import { ignoreFailure } from '@adit/envelope';
import { recordBytes, type NewRecord } from './new-record.ts';
import type { LogHost, LogState } from './segment.ts';
import type { StagedEnvelope } from './staged-envelope.ts';
import {
  commitRecords,
  commitStaged,
  placeOf,
  sealOpen,
  takeOpen,
  type OpenSegment,
  type WriteContext,
} from './write-segment.ts';

/** Appends to one DSN's log. */
export interface LogWriter {
  /** Resolves once the record is durable. */
  readonly append: (record: NewRecord) => Promise<void>;
  /** Appends a staged envelope, and resolves once it is durable there. */
  readonly place: (staged: StagedEnvelope) => Promise<void>;
  /**
   * Closes the open segment after all of it was delivered.
   * @returns `false` if it is being written to
   */
  readonly release: () => boolean;
  /**
   * Checks that the directory and the open segment are still at their paths.
   * @throws SpoolDisplacedError
   */
  readonly verify: () => void;
  /** Waits for the write under way and refuses the rest. The open segment and its file stay open. */
  readonly abandon: () => Promise<OpenSegment | undefined>;
  /** Writes the waiting records, then closes the open segment. */
  readonly close: () => Promise<void>;
}

interface Job {
  readonly record?: NewRecord;
  readonly staged?: StagedEnvelope;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** The state of one writer. Every step takes it. */
interface WriterContext extends WriteContext {
  readonly queue: Job[];
  readonly onIdle: () => void;
  running: Promise<void> | undefined;
  /** Whether the directory was checked in this turn of the event loop. */
  isVerified: boolean;
}

/** The largest single write, in bytes. */
const MAX_BATCH_BYTES = 4_194_304;

/**
 * Creates a {@link LogWriter}. Records that arrive during a write are written together next, and synced with one call.
 * @param onIdle is called when nothing is left to write
 */
export function createLogWriter(host: LogHost, log: LogState, onIdle: () => void): LogWriter {
  const context: WriterContext = {
    host,
    log,
    open: undefined,
    queue: [],
    onIdle,
    running: undefined,
    isVerified: false,
  };
  return {
    append: (record) => enqueue(context, { record }),
    place: (staged) => enqueue(context, { staged }),
    release: () => {
      if (context.running !== undefined) return false;
      const released = takeOpen(context);
      if (released === undefined) return false;
      host.inBackground(ignoreFailure(() => released.handle.close()));
      return true;
    },
    verify: () => verify(context),
    abandon: async () => {
      await context.running;
      return context.open;
    },
    close: async () => {
      await context.running;
      await sealOpen(context);
    },
  };
}

const verify = ({ host, open }: WriteContext): void => host.verify(open && placeOf(open));

function enqueue(context: WriterContext, work: Pick<Job, 'record' | 'staged'>): Promise<void> {
  return new Promise((resolve, reject) => {
    context.queue.push({ ...work, resolve, reject });
    context.running ??= run(context);
  });
}

async function run(context: WriterContext): Promise<void> {
  const { queue, onIdle } = context;
  // Envelopes appended in this turn of the event loop belong to the first batch.
  await Promise.resolve();
  while (queue.length > 0) await write(context, takeBatch(queue));
  context.running = undefined;
  onIdle();
}

async function write(context: WriterContext, batch: readonly Job[]): Promise<void> {
  const { host, log } = context;
  try {
    // Another process may have locked the directory since the last write and opened our files.
    if (!context.isVerified || host.isDisplaced()) verify(context);
    await commit(context, batch);
    context.isVerified = true;
    setImmediate(() => (context.isVerified = false));
    for (const { resolve } of batch) resolve();
  } catch (error) {
    for (const { record, reject } of batch) {
      if (record !== undefined) log.share.give(recordBytes(record));
      reject(error);
    }
  }
}

/** A staged envelope is written alone. */
function takeBatch(queue: Job[]): Job[] {
  let bytes = 0;
  let length = 0;
  for (const { record } of queue) {
    if (record === undefined) break;
    bytes += recordBytes(record);
    if (length > 0 && bytes > MAX_BATCH_BYTES) break;
    length += 1;
  }
  return queue.splice(0, Math.max(1, length));
}

function commit(context: WriteContext, batch: readonly Job[]): Promise<void> {
  const staged = batch[0]?.staged;
  if (staged !== undefined) return commitStaged(context, staged);
  return commitRecords(
    context,
    batch.flatMap(({ record }) => record ?? []),
  );
}
