import type { Clock } from '@adit/envelope';
import type { Delivery } from '../outcome/answer.ts';
import type { DirectAnswer, OwnEnvelope } from '../request/own-envelope.ts';
import { isUnavailable } from './send-envelope.ts';

const NO_BODY = new Uint8Array(0);

/**
 * Lets the SDK send its envelope itself, as a last resort. Never rejects.
 * @returns `undefined` if ingest does not answer, or is not available
 */
export async function sendDirectly(
  send: NonNullable<OwnEnvelope['sendDirectly']>,
  bytes: Uint8Array,
  clock: Pick<Clock, 'monotonicNow'>,
): Promise<Delivery | undefined> {
  const startedAt = clock.monotonicNow();
  try {
    const { statusCode: status, headers = {} } = await send(bytes);
    if (status === undefined || !isAnswer(status)) return undefined;
    const durationMs = clock.monotonicNow() - startedAt;
    return {
      outcome: { kind: 'forwarded', status, bytes: bytes.byteLength, durationMs },
      answer: { status, headers: textsOf(headers), body: NO_BODY },
    };
  } catch {
    return undefined;
  }
}

/** As for the tunnel's own requests, a redirect is no answer. */
const isAnswer = (status: number): boolean =>
  !isUnavailable(status) && ((status >= 200 && status < 300) || (status >= 400 && status < 600));

const textsOf = (headers: NonNullable<DirectAnswer['headers']>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
