const FIRST_ERROR = 400;
const TOO_MANY_REQUESTS = 429;

/** Relay's own answers have a few hundred bytes. */
const MAX_READ_BYTES = 4_096;

const MAX_CHARACTERS = 200;

const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * The reason that ingest gives for rejecting an envelope: `detail` and `causes` of Relay's answer, on one line of at
 * most 200 characters.
 * @returns `undefined` if it accepts or limits the envelope, or gives no reason in that form
 */
export function saidInAnswer(status: number, body: Uint8Array): string | undefined {
  if (status < FIRST_ERROR || status === TOO_MANY_REQUESTS || body.byteLength > MAX_READ_BYTES)
    return undefined;
  const { detail, causes } = readObject(body);
  const texts = [detail, ...(Array.isArray(causes) ? (causes as unknown[]) : [])];
  const said = texts
    .filter((text) => typeof text === 'string')
    .join(': ')
    .replace(CONTROLS, ' ')
    .trim();
  return said === '' ? undefined : said.slice(0, MAX_CHARACTERS);
}

function readObject(body: Uint8Array): { readonly detail?: unknown; readonly causes?: unknown } {
  try {
    return Object(JSON.parse(new TextDecoder().decode(body))) as object;
  } catch {
    return {};
  }
}
