import { randomBytes } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ignoreFailure } from '@adit/envelope';
import { readBootClock, type BootClock } from './boot-clock.ts';
import { FILE_MODE, writeFully } from './files.ts';
import type { FileIdentity } from './place.ts';
import { encodeFields, encodeHead, FIXED_HEAD_BYTES } from './record.ts';
import type { LogHost } from './segment.ts';
import { encodeFooter, encodeHeader, footerBytes, HEADER_BYTES, MARKER_BYTES } from './segment-format.ts';
import type { DsnSpace } from './space.ts';

/** A segment of one envelope, durable but not yet part of the log. */
export interface StagedEnvelope {
  readonly path: string;
  readonly marker: Buffer;
  readonly end: number;
  readonly bytes: number;
  readonly identity: FileIdentity;
  readonly clock: BootClock | undefined;
}

/** Ending of files that are being written. Those found at start were never acknowledged. */
export const STAGED_SUFFIX = '.part';

/**
 * Streams an envelope to a file of its own, in constant memory. It joins the log when it is complete, so that no other
 * envelope waits for a slow client.
 * @throws the body's error, SpoolFullError, or the error of the disk; the file is deleted then
 */
export async function stageEnvelope(
  { directory, openFile }: LogHost,
  share: DsnSpace,
  envelope: {
    readonly dsn: string;
    readonly receivedAt: number;
    readonly fields: Readonly<Record<string, string>>;
    readonly body: AsyncIterable<Uint8Array>;
  },
): Promise<StagedEnvelope> {
  const clock = readBootClock();
  const marker = randomBytes(MARKER_BYTES);
  const path = join(directory, `${marker.toString('hex')}${STAGED_SUFFIX}`);
  const fields = encodeFields(envelope.dsn, envelope.fields);
  const bodyAt = HEADER_BYTES + FIXED_HEAD_BYTES + fields.length;
  let taken = 0;
  const take = (bytes: number): void => {
    share.take(bytes);
    taken += bytes;
  };

  try {
    take(bodyAt + footerBytes(envelope.dsn));
    const handle = await openFile(path, 'wx', FILE_MODE);
    try {
      let end = bodyAt;
      let bodyCrc = 0;
      for await (const chunk of envelope.body) {
        take(chunk.length);
        await writeFully(handle, chunk, end);
        bodyCrc = crc32(chunk, bodyCrc);
        end += chunk.length;
      }
      const beginning = Buffer.alloc(bodyAt);
      encodeHeader(marker, clock).copy(beginning);
      const bodyBytes = end - bodyAt;
      const { receivedAt } = envelope;
      encodeHead(beginning, HEADER_BYTES, marker, { index: 0, receivedAt, fields, bodyBytes, bodyCrc });
      await writeFully(handle, beginning, 0);
      await writeFully(handle, encodeFooter({ dsn: envelope.dsn, count: 1, end }, marker), end);
      await handle.datasync();
      return { path, marker, end, bytes: taken, identity: await handle.stat(), clock };
    } finally {
      await handle.close();
    }
  } catch (error) {
    await ignoreFailure(() => unlink(path));
    share.give(taken);
    throw error;
  }
}
