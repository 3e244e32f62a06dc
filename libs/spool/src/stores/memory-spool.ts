import { createPieceList, streamOf } from '@adit/envelope';
import { SpoolFullError, type SpoolEntry, type SpoolStore } from './stores.ts';

/** How a memory spool is set up. */
export interface MemorySpoolOptions {
  /** The largest size of all envelopes, in bytes, including the overhead of each. Default 64 MiB. */
  maxBytes?: number;
  /**
   * The largest size of one DSN's envelopes, in bytes, so that others have space. Default nine tenths of `maxBytes`.
   */
  maxBytesPerDsn?: number;
}

/** Default bound of a spool in memory, in bytes. */
export const DEFAULT_MAX_MEMORY_SPOOL_BYTES = 64 * 1_024 * 1_024;

/** The overhead of an envelope besides its body and fields, in bytes: objects and their places in lists. */
const ENTRY_BYTES = 512;

/** The number of delivered envelopes whose places are removed from the list together. */
const CUT_LENGTH = 1_024;

interface Log {
  /**
   * A delivered envelope leaves an empty place, because removing the first element of a long list copies all others.
   */
  readonly entries: (HeldEntry | undefined)[];
  first: number;
  bytes: number;
}

interface HeldEntry extends SpoolEntry {
  readonly takenBytes: number;
}

/**
 * Creates a spool that lasts as long as its process.
 * @throws TypeError if a bound is not a positive whole number
 */
export function createMemorySpool({
  maxBytes = DEFAULT_MAX_MEMORY_SPOOL_BYTES,
  maxBytesPerDsn = Math.ceil(maxBytes * 0.9),
}: MemorySpoolOptions = {}): SpoolStore {
  for (const [name, value] of Object.entries({ maxBytes, maxBytesPerDsn })) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw new TypeError(
      `createMemorySpool: ${name} is ${value}; accepted is a positive whole number of bytes.`,
    );
  }
  const logs = new Map<string, Log>();
  let envelopes = 0;
  let usedBytes = 0;
  let isClosed = false;

  const take = (log: Log, bytes: number): void => {
    if (usedBytes + bytes > maxBytes) throw new SpoolFullError(`the spool holds its ${maxBytes} bytes`);
    if (log.bytes + bytes > maxBytesPerDsn) {
      throw new SpoolFullError(`the spool holds the ${maxBytesPerDsn} bytes one DSN may have`);
    }
    usedBytes += bytes;
    log.bytes += bytes;
  };
  const give = (log: Log, bytes: number): void => {
    usedBytes -= bytes;
    log.bytes -= bytes;
  };

  const openLog = (dsn: string): Log => {
    const log = logs.get(dsn) ?? { entries: [], first: 0, bytes: 0 };
    logs.set(dsn, log);
    return log;
  };

  return {
    append: async ({ dsn, receivedAt, fields, body }) => {
      if (isClosed) throw new Error('the spool is closed');
      const log = openLog(dsn);
      let takenBytes = 0;
      try {
        const claim = (bytes: number): void => {
          take(log, bytes);
          takenBytes += bytes;
        };
        claim(ENTRY_BYTES + lengthOf(fields));
        const chunks = await collect(body, claim);
        const bytes = chunks.reduce((total, chunk) => total + chunk.byteLength, 0);
        log.entries.push({ dsn, receivedAt, fields, bytes, read: () => streamOf(chunks), takenBytes });
        envelopes += 1;
      } catch (error) {
        give(log, takenBytes);
        throw error;
      }
    },
    pendingDsns: () =>
      [...logs].filter(([, { entries, first }]) => first < entries.length).map(([dsn]) => dsn),
    peek: (dsn) => {
      const log = logs.get(dsn);
      return Promise.resolve(log?.entries[log.first]);
    },
    peekBehind: (dsn, behind) => {
      const log = logs.get(dsn);
      return Promise.resolve(log?.entries[log.first + behind]);
    },
    remove: (dsn) => {
      const log = logs.get(dsn);
      const oldest = log?.entries[log.first];
      if (log !== undefined && oldest !== undefined) {
        envelopes -= 1;
        give(log, oldest.takenBytes);
        log.entries[log.first] = undefined;
        log.first += 1;
        if (log.first === CUT_LENGTH) {
          log.entries.splice(0, CUT_LENGTH);
          log.first = 0;
        }
      }
      return Promise.resolve();
    },
    depth: () => ({ envelopes, bytes: usedBytes }),
    maxBytes,
    close: () => {
      isClosed = true;
      return Promise.resolve();
    },
  };
}

function lengthOf(fields: Readonly<Record<string, string>>): number {
  return Object.entries(fields).reduce((total, [name, value]) => total + name.length + value.length, 0);
}

async function collect(
  body: Uint8Array | AsyncIterable<Uint8Array>,
  claim: (bytes: number) => void,
): Promise<readonly Uint8Array[]> {
  if (body instanceof Uint8Array) {
    claim(body.byteLength);
    return [body];
  }
  const chunks = createPieceList();
  for await (const chunk of body) {
    claim(chunk.byteLength);
    chunks.push(chunk);
  }
  return chunks.take();
}
