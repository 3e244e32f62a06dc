import { createDecodingPause, type EncodedCoding } from '@adit/envelope';
import { refusal, type RequestFailure } from '../outcome/outcomes.ts';
import { checkBytes, checkEnd } from './check-envelope.ts';
import { bodyFailure, readBody } from './envelope-body.ts';
import { routedOf, type Decoding, type EnvelopeRead, type IncomingEnvelope } from './incoming-envelope.ts';

/**
 * The most bytes of a coded body that are read for the header line, and held until it is known whether an item is
 * dropped: otherwise empty blocks could go on endlessly.
 */
const MAX_CODED_HEADER_BYTES = 262_144;

/**
 * Creates the decoder of a coded body. The body is decoded for checking and sent as received, unless limited items are
 * removed from it or ingest does not know its coding.
 * @returns `false` if the coding is not supported
 */
export function startDecoding(envelope: IncomingEnvelope, coding: EncodedCoding): boolean {
  const decoder = envelope.settings.decoders(coding, (plain) => {
    const { decoding } = envelope;
    if (decoding === undefined || decoding.thrown !== undefined) return false;
    try {
      return checkDecoded(envelope, decoding, plain);
    } catch (error) {
      // The host's request threw; the decoder did not fail.
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
): Promise<{ readonly read: EnvelopeRead; readonly isOver: boolean }> {
  decoding.pause.end(true);
  decoding.working ??= workOnChunk(envelope, decoding);
  const result = await decoding.pause.orResult(decoding.working);
  if (result === 'paused') return { read: takeDecoded(envelope, false), isOver: false };
  decoding.working = undefined;
  const isOver = decoding.isBodyOver;
  return { read: result.value ?? takeDecoded(envelope, isOver), isOver };
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
  return routedOf(envelope)?.filtering?.isFull !== true || decoding.pause.begin();
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
    // Any decoder error means that the body does not match its coding.
    decoding.failure ??= refusal('encoding-invalid');
  }
  if (decoding.thrown !== undefined) throw decoding.thrown.error;
  return decoding.failure;
}

function takeDecoded(envelope: IncomingEnvelope, isOver: boolean): readonly Uint8Array[] | RequestFailure {
  const { body, received } = envelope;
  const isMuch = body.receivedBytes > MAX_CODED_HEADER_BYTES;
  const routed = routedOf(envelope);
  if (routed === undefined) return isMuch ? refusal('header-too-long') : [];
  const { filtering } = routed;
  if (filtering?.decide(isOver ? 'over' : isMuch ? 'late' : 'early') === false) return [];
  const asReceived = received.take();
  return filtering?.take() ?? asReceived;
}
