import { concatBytes, createPieceList, parseContentEncoding, parseContentLength } from '@adit/envelope';
import { refusal, type RequestFailure } from '../outcome/outcomes.ts';
import type { TunnelRequest } from '../request/tunnel-request.ts';
import { bodyFailure, openBody, readBody, releaseBody } from './envelope-body.ts';
import type { EnvelopeSettings } from './incoming-envelope.ts';

/**
 * Reads a body that is not an envelope to its end, without its content coding. Refuses it if it exceeds `maxBytes`,
 * also decoded.
 */
export async function readPlainBody(
  { clock, decoders, bodyTimeoutMs }: EnvelopeSettings,
  { body: source, header }: Pick<TunnelRequest, 'body' | 'header'>,
  maxBytes: number,
): Promise<Uint8Array | RequestFailure> {
  const coding = parseContentEncoding(header('content-encoding'));
  if (coding === undefined) return refusal('encoding-unsupported');
  const pieces = createPieceList();
  let plainBytes = 0;
  const take = (plain: Uint8Array): boolean => {
    plainBytes += plain.byteLength;
    // A copy: a decoder only lends its bytes.
    if (plainBytes <= maxBytes) pieces.push(plain.slice());
    return plainBytes <= maxBytes;
  };
  const decoder = coding === 'identity' ? undefined : decoders(coding, take);
  if (coding !== 'identity' && decoder === undefined) return refusal('encoding-unsupported');
  const declaredBytes = parseContentLength(header('content-length'));
  const body = openBody({ source, declaredBytes, maxBytes, timeoutMs: bodyTimeoutMs, clock });
  try {
    for (let chunk = await readBody(body); chunk !== undefined; chunk = await readBody(body)) {
      if (decoder === undefined) take(chunk);
      else await decoder.push(chunk);
      if (plainBytes > maxBytes) return refusal('envelope-too-large');
    }
    const failure = bodyFailure(body);
    if (failure !== undefined) return failure;
    await decoder?.finish();
  } catch {
    return refusal('encoding-invalid');
  } finally {
    decoder?.cancel();
    releaseBody(body);
  }
  if (plainBytes > maxBytes) return refusal('envelope-too-large');
  return plainBytes === 0 ? refusal('body-empty') : concatBytes(pieces.take());
}
