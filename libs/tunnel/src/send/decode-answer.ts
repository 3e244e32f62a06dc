import {
  concatBytes,
  createPieceList,
  createStallTimer,
  parseContentEncoding,
  type Clock,
  type Decoders,
  type EncodedCoding,
} from '@adit/envelope';
import type { TunnelResponse } from '../outcome/answer.ts';
import { MAX_ANSWER_BYTES, type UsableAnswer } from './send-envelope.ts';

/** Options for decoding an answer. */
export interface DecodeAnswerOptions {
  readonly decoders: Decoders;
  readonly clock: Clock;
  /** The longest time it may take, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Decodes the answer for its client, because the tunnel requested no content coding. A body that cannot be decoded is
 * omitted: SDKs read only status and header fields. Never rejects.
 */
export function decodeAnswer(
  answer: UsableAnswer,
  options: DecodeAnswerOptions,
): TunnelResponse | Promise<TunnelResponse> {
  const { status, headers, body, encoding } = answer;
  const coding = parseContentEncoding(encoding);
  if (coding === 'identity' || body.byteLength === 0) return { status, headers, body };
  return decodeBody(answer, coding, options);
}

async function decodeBody(
  { status, headers, body }: UsableAnswer,
  coding: EncodedCoding | undefined,
  options: DecodeAnswerOptions,
): Promise<TunnelResponse> {
  const decoded = coding && (await decode(body, coding, options).catch(() => undefined));
  if (decoded !== undefined) return { status, headers, body: decoded };
  const fields = { ...headers };
  delete fields['content-type'];
  return { status, headers: fields, body: new Uint8Array(0) };
}

/** `undefined` for a body that is too large, takes too long, or is in a coding that cannot be decoded here. */
async function decode(
  body: Uint8Array,
  coding: EncodedCoding,
  { decoders, clock, timeoutMs }: DecodeAnswerOptions,
): Promise<Uint8Array | undefined> {
  const pieces = createPieceList();
  let decodedBytes = 0;
  let isGivenUp = false;
  // A function, because the value changes while others wait.
  const hasGivenUp = (): boolean => isGivenUp;
  const decoder = decoders(coding, (plain) => {
    decodedBytes += plain.byteLength;
    if (decodedBytes > MAX_ANSWER_BYTES) isGivenUp = true;
    else pieces.push(new Uint8Array(plain));
    return !isGivenUp;
  });
  if (decoder === undefined) return undefined;
  const watch = createStallTimer(clock, timeoutMs, () => {
    isGivenUp = true;
    decoder.cancel();
  });
  watch.run();
  try {
    await decoder.push(body);
    await decoder.finish();
  } finally {
    watch.dispose();
    decoder.cancel();
  }
  return hasGivenUp() ? undefined : concatBytes(pieces.take());
}
