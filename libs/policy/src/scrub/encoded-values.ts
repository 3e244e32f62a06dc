import { isObject } from './read-payload.ts';
import { decode, isNoSecret, type JudgeName, type NameVerdict } from './secret-names.ts';

/** Every runtime has it. */
const { atob } = globalThis as unknown as { readonly atob: (base64: string) => string };

/** Longest base64 that is decoded, in characters: 8 KiB. Shortest: `{"pin":1}`. */
const MAX_BASE64_LENGTH = 10_924;
const MIN_BASE64_LENGTH = 12;

/** Base64 or base64url of a text that begins with `{` or `[`. */
const BASE64_JSON = /^[eW][w-z\d+/_-][\w+/-]{10,}={0,2}$/;

/** Returns the JSON that a value has in base64 or base64url, also percent-encoded; `undefined` if it has none. */
export function parseBase64Json(raw: string): object | undefined {
  if (raw.length < MIN_BASE64_LENGTH || raw.length > MAX_BASE64_LENGTH) return undefined;
  if (raw.charAt(0) !== 'e' && raw.charAt(0) !== 'W') return undefined;
  const plain = decode(raw);
  if (!BASE64_JSON.test(plain)) return undefined;
  try {
    const bytes = atob(plain.replace(/-/g, '+').replace(/_/g, '/'));
    // `decodeURIComponent` refuses bytes that are not UTF-8.
    return parseContainer(
      /[^\0-\x7f]/.test(bytes) ? decodeURIComponent(bytes.replace(/[^]/g, percent)) : bytes,
    );
  } catch {
    return undefined;
  }
}

const percent = (byte: string): string => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Returns the object or list that a text which begins like one has as JSON; `undefined` if it has none. */
export function parseContainer(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** Most nested levels of JSON that are read. Deeper JSON counts as secret. */
const MAX_DEPTH = 20;

/** Returns whether parsed JSON holds a secret, by its names or by `isSecretText`. */
export function holdsSecret(
  value: unknown,
  judgeName: JudgeName,
  isSecretText: (text: string) => boolean,
): boolean {
  const isSecret = (part: unknown, verdict: NameVerdict, name: string, depth: number): boolean => {
    if (typeof part === 'string') return !isNoSecret(part, verdict) || isSecretText(part);
    // `token: 3` is a count.
    if (typeof part === 'number') return verdict === 'secret' && !/token/i.test(name);
    if (!isObject(part)) return false;
    if (depth > MAX_DEPTH) return true;
    const isList = Array.isArray(part);
    return Object.entries(part).some(([key, child]) => {
      const own = verdict === 'secret' || isList ? verdict : judgeName(key, false);
      return isSecret(child, own, isList ? name : key, depth + 1);
    });
  };
  return isSecret(value, undefined, '', 0);
}

/** Most times that a text is decoded. */
const MAX_ENCODINGS = 6;

/** Returns a text percent-decoded as often as it is encoded. Parts with an invalid encoding stay. */
export function decodeFully(text: string): string {
  let result = text;
  for (let round = 0; round < MAX_ENCODINGS && result.includes('%'); round += 1) {
    const decoded = result.replace(/(?:%[\da-f]{2})+/gi, decode);
    if (decoded === result) break;
    result = decoded;
  }
  return result;
}
