import type { StallTimer } from '@adit/envelope';
import { sendEnvelope, type OutgoingEnvelope, type SendHost, type SendResult } from './send-envelope.ts';

/**
 * The longest wait for an answer to a head, in milliseconds. A backend that decides by the announced length answers at
 * once.
 */
const HEAD_ANSWER_MS = 1_000;

/** The connection is not used before there is something to write. */
const FIRST_BYTE = Uint8Array.of(0x7b);

/**
 * Sends an envelope. A backend that rejects a large envelope may answer and close the connection while the envelope is
 * still being written, and its answer is lost with the connection. Then the head is sent again without the rest, and
 * the answer of the backend to that counts.
 */
export async function sendForAnswer(host: SendHost, envelope: OutgoingEnvelope): Promise<SendResult> {
  const { body, contentLength } = envelope;
  if (body instanceof Uint8Array || contentLength === undefined) return sendEnvelope(host, envelope);
  let fault: { readonly cause: unknown } | undefined;
  const watched = async function* (watch: StallTimer): AsyncGenerator<Uint8Array> {
    try {
      yield* body(watch);
    } catch (cause) {
      fault = { cause };
      throw cause;
    }
  };
  const result = await sendEnvelope(host, { ...envelope, body: watched });
  if (result.kind !== 'unreachable' || !result.isCut || fault !== undefined) return result;
  const { transport, clock, timeoutMs } = host;
  const shortHost = { transport, clock, timeoutMs: Math.min(timeoutMs, HEAD_ANSWER_MS) };
  const answer = await sendEnvelope(shortHost, { ...envelope, body: () => beginning() });
  return answer.kind === 'answered' && answer.status >= 400 ? answer : result;
}

/** A body that continues until it is cut off. */
async function* beginning(): AsyncGenerator<Uint8Array> {
  yield FIRST_BYTE;
  await new Promise(() => undefined);
}
