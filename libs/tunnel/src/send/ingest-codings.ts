import { decodeAll } from '../envelope/decode-all.ts';
import { parseContentEncoding, streamOf, type Decoders, type EncodedCoding } from '@adit/envelope';
import { canGzip } from './gzip.ts';
import { sendForAnswer } from './ask-by-head.ts';
import { sendEnvelope, type OutgoingEnvelope, type SendHost, type SendResult } from './send-envelope.ts';

/** Whether each ingest accepts a content coding, according to its answers: by origin and coding. */
export type IngestCodings = Map<string, boolean>;

/** The dependencies of sending in a coding. */
export interface CodingHost extends SendHost {
  readonly decoders: Decoders;
  readonly ingestCodings: IngestCodings;
}

/** Whether ingest has shown that it does not accept a coding. */
export function isCodingRefused(codings: IngestCodings, origin: string, coding: EncodedCoding): boolean {
  return codings.get(keyOf(origin, coding)) === false;
}

/** The coding for envelopes that the tunnel codes again: gzip, or none if the runtime or ingest lacks it. */
export function codingOfChanged(codings: IngestCodings, origin: string): 'gzip' | undefined {
  return canGzip() && !isCodingRefused(codings, origin, 'gzip') ? 'gzip' : undefined;
}

/**
 * Sends an envelope. If ingest answers 400 or 415 to a complete envelope in a coding that it has never accepted, the
 * envelope is sent once more without the coding. If that is accepted, the coding is not used for this ingest again.
 * Some backends know only gzip.
 */
export async function sendInCoding(host: CodingHost, envelope: OutgoingEnvelope): Promise<SendResult> {
  const result = await sendForAnswer(host, envelope);
  const { body, fields, destination } = envelope;
  const coding = parseContentEncoding(fields['content-encoding']);
  if (coding === undefined || coding === 'identity' || result.kind !== 'answered') return result;
  const { decoders, ingestCodings } = host;
  const key = keyOf(destination.endpoint.origin, coding);
  if (isTaken(result)) ingestCodings.set(key, true);
  const mayNotKnow = result.status === 400 || result.status === 415;
  if (!mayNotKnow || ingestCodings.get(key) === true || !(body instanceof Uint8Array)) return result;

  const plainFields = { ...fields };
  delete plainFields['content-encoding'];
  const plain = (): AsyncIterable<Uint8Array> =>
    decodeAll(streamOf([body]), (sink) => decoders(coding, sink));
  const again = await sendEnvelope(host, {
    destination,
    fields: plainFields,
    body: plain,
    contentLength: undefined,
  });
  if (!isTaken(again)) return result;
  ingestCodings.set(key, false);
  return again;
}

function isTaken(result: SendResult): boolean {
  return result.kind === 'answered' && result.status < 300;
}

function keyOf(origin: string, coding: EncodedCoding): string {
  return `${origin} ${coding}`;
}
