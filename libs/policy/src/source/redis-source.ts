import { MAX_DOCUMENT_BYTES, MAX_SIGNATURE_BYTES, tooLarge, type PolicySource } from './policy-source.ts';

/** A key of Redis, and a client of any kind that reads it. */
export interface PolicyRedisKey {
  /** Reads a key; `null` if there is none. It should fail at once while Redis is away. */
  get(key: string): Promise<string | null>;
  /** The signature is in the key with `:sig` behind it. */
  readonly key: string;
}

/** The longest pause while Redis does not answer, in milliseconds. */
const LONGEST_PAUSE_MS = 10_000;

/** A document in a key of Redis. */
export function redisSource(from: PolicyRedisKey): PolicySource {
  return {
    longestPauseMs: LONGEST_PAUSE_MS,
    look: async ({ isSigned }) => {
      const text: unknown = await from.get(from.key);
      if (text === null || text === undefined) return { kind: 'missing' };
      if (typeof text !== 'string') throw new Error('the client answers with something other than a text');
      // A character has at least one byte.
      if (text.length > MAX_DOCUMENT_BYTES) throw tooLarge();
      const bytes = new TextEncoder().encode(text);
      if (bytes.byteLength > MAX_DOCUMENT_BYTES) throw tooLarge();
      const signature = isSigned ? await from.get(`${from.key}:sig`) : null;
      if (typeof signature !== 'string') return { kind: 'text', bytes };
      const isPossible = signature.length <= MAX_SIGNATURE_BYTES;
      return { kind: 'text', bytes, signature: isPossible ? signature.trim() : '' };
    },
  };
}
