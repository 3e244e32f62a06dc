import type { EncodedCoding } from '../protocol/content-encoding.ts';
import { refusal, type RequestFailure } from '../outcome/outcomes.ts';
import { checkBytes, checkEnd } from './check-envelope.ts';
import { createDecodingPause } from './decoding-pause.ts';
import { bodyFailure, readBody } from './envelope-body.ts';
import type { Decoding, IncomingEnvelope } from './incoming-envelope.ts';

/** The most of a coded body that is read for the header line, in bytes: empty blocks could go on for ever. */
const MAX_CODED_HEADER_BYTES = 262_144;

/** If items are removed, decoding pauses once this much is ready to be sent, in bytes. */
const MAX_KEPT_BYTES = 65_536;

/**
 * Creates the decoder of a coded body. The body is decoded on the side and sent as received, unless limited items are
 * removed from it.
 * @returns `false` if the coding is not supported
 */
export function startDecoding(envelope: IncomingEnvelope, coding: EncodedCoding): boolean {
  const decoder = envelope.settings.decoders(coding, (plain) => {
    const { decoding } = envelope;
    if (decoding === undefined || decoding.thrown !== undefined) return false;
    try {
      return checkDecoded(envelope, decoding, plain);
    } catch (error) {
      // The host's request threw; this is no failure of the decoder.
      decoding.thrown = { error };
      return false;
    }
  });
  if (decoder === undefined) return false;
  envelope.decoding = {
    decoder,
    pause: createDecodingPause(),
    decodedBytes: 0,
    failure: undefined,
    thrown: undefined,
    isBodyOver: false,
    isReleased: false,
    working: undefined,
  };
  return true;
}

/** Reads and decodes the next chunk, until it is checked or decoding pauses. */
export async function readDecoded(
  envelope: IncomingEnvelope,
  decoding: Decoding,
): Promise<readonly Uint8Array[] | RequestFailure> {
  decoding.pause.end(true);
  decoding.working ??= workOnChunk(envelope, decoding);
  const result = await decoding.pause.orResult(decoding.working);
  if (result === 'paused') return takeDecoded(envelope);
  decoding.working = undefined;
  envelope.isOver = decoding.isBodyOver;
  return result.value ?? takeDecoded(envelope);
}

/** Frees the memory of the decoder. */
export function releaseDecoding({ decoding }: IncomingEnvelope): void {
  if (decoding === undefined || decoding.isReleased) return;
  decoding.isReleased = true;
  decoding.pause.end(false);
  decoding.decoder.cancel();
}

/** Checks decoded bytes. Returns whether the decoder should go on, or a promise to wait for first. */
function checkDecoded(
  envelope: IncomingEnvelope,
  decoding: Decoding,
  plain: Uint8Array,
): boolean | Promise<boolean> {
  decoding.decodedBytes += plain.byteLength;
  if (decoding.decodedBytes > envelope.settings.maxEnvelopeBytes) {
    decoding.failure ??= refusal('envelope-too-large');
  }
  decoding.failure ??= checkBytes(envelope, plain);
  if (decoding.failure !== undefined) return false;
  return envelope.keptBytes < MAX_KEPT_BYTES || decoding.pause.begin();
}

async function workOnChunk(
  envelope: IncomingEnvelope,
  decoding: Decoding,
): Promise<RequestFailure | undefined> {
  const { body, received } = envelope;
  const { decoder } = decoding;
  const chunk = await readBody(body);
  decoding.isBodyOver = chunk === undefined || body.end === 'complete';
  if (chunk === undefined) {
    const failure = bodyFailure(body);
    if (failure !== undefined) return failure;
  } else {
    received.push(chunk);
    const failure = await decode(decoding, decoder.push(chunk));
    if (failure !== undefined || !decoding.isBodyOver) return failure;
  }
  return (await decode(decoding, decoder.finish())) ?? checkEnd(envelope);
}

async function decode(decoding: Decoding, work: Promise<void>): Promise<RequestFailure | undefined> {
  try {
    await work;
  } catch {
    // Any error of a decoder means that the body does not match its coding.
    decoding.failure ??= refusal('encoding-invalid');
  }
  if (decoding.thrown !== undefined) throw decoding.thrown.error;
  return decoding.failure;
}

function takeDecoded(envelope: IncomingEnvelope): readonly Uint8Array[] | RequestFailure {
  const { route, guard, body, received, kept } = envelope;
  if (route === undefined) {
    return body.receivedBytes > MAX_CODED_HEADER_BYTES ? refusal('header-too-long') : [];
  }
  envelope.keptBytes = 0;
  return (guard === undefined ? received : kept).take();
}
