import {
  concatBytes,
  createEnvelopeScanner,
  createPieceList,
  DecodeError,
  NEWLINE,
  parseEnvelopeHeader,
  type Decoders,
} from '@adit/envelope';
import type { SpoolEntry } from '@adit/spool';
import { readPlain } from './inspect-entry.ts';

/** Ingest keeps the last update of these that arrives. The member of the payload that names the subject, by item type. */
const NAMED_IN_PAYLOAD: ReadonlyMap<string, string> = new Map([
  ['session', 'sid'],
  ['check_in', 'check_in_id'],
]);

/** Items of a replay. Its id is the event id of their envelope. */
const OF_REPLAY: ReadonlySet<string> = new Set(['replay_event', 'replay_recording', 'replay_video']);

/** Only items within the first bytes of an envelope are looked at, so that a large one is not read twice. */
const MAX_READ_BYTES = 65_536;

/**
 * The key by which a stored envelope keeps its order: of a session, of a check-in, or of a replay. `undefined` for an envelope
 * of none of these, which may be delivered before or after any other, and for one that cannot be decoded: ingest gets nothing
 * of it.
 * @throws the error of the spool if the envelope cannot be read
 */
export async function orderKeyOf(entry: SpoolEntry, decoders: Decoders): Promise<string | undefined> {
  const { bytes, isWhole } = await readStart(entry, decoders);
  const headerEnd = bytes.indexOf(NEWLINE);
  if (headerEnd === -1) return undefined;
  let key: string | undefined;
  const scanner = createEnvelopeScanner({
    offset: headerEnd + 1,
    onItem: ({ type }) => {
      if (OF_REPLAY.has(type))
        key ??= keyOf('replay', parseEnvelopeHeader(bytes.subarray(0, headerEnd))?.eventId);
      return undefined;
    },
    onItemEnd: ({ type, payloadStart }, payloadBytes) => {
      const member = NAMED_IN_PAYLOAD.get(type);
      if (member !== undefined) {
        key ??= keyOf(type, readMember(bytes.subarray(payloadStart, payloadStart + payloadBytes), member));
      }
      return undefined;
    },
  });
  scanner.push(bytes.subarray(headerEnd + 1));
  if (isWhole) scanner.finish();
  return key;
}

async function readStart(
  entry: SpoolEntry,
  decoders: Decoders,
): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
  const pieces = createPieceList();
  let readBytes = 0;
  let isWhole = true;
  try {
    for await (const chunk of readPlain(entry, decoders)) {
      pieces.push(chunk);
      readBytes += chunk.byteLength;
      isWhole = readBytes <= MAX_READ_BYTES;
      if (!isWhole) break;
    }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
  return { bytes: concatBytes(pieces.take()), isWhole };
}

const keyOf = (subject: string, id: unknown): string | undefined =>
  typeof id === 'string' ? `${subject} ${id}` : undefined;

function readMember(payload: Uint8Array, member: string): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(payload));
    return (value as Readonly<Record<string, unknown>> | null)?.[member];
  } catch {
    // Ingest refuses it.
    return undefined;
  }
}
