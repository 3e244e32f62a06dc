import { gunzipSync } from 'node:zlib';
import { createScriptedIngest } from './testing.mjs';

const EVENT_TIMEOUT_MS = 120_000;

/** The text of an envelope that an SDK or a tunnel has sent. */
export const textOf = ({ headers, body }) =>
  String(headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);

/** The scripted ingest, asked by texts in the envelopes that it has taken. */
export async function startIngest() {
  const ingest = await createScriptedIngest();
  const holds = (text) => (request) => textOf(request).includes(text);
  return Object.assign(ingest, {
    has: (text) => ingest.taken.some(holds(text)),
    /** The number of taken envelopes with an event that contain the text. */
    countEvents: (text) =>
      ingest.taken.filter((request) => holds(text)(request) && /^\{"type":"event"/m.test(textOf(request)))
        .length,
    /** While it is away, it answers 503. */
    setAway: (isAway) => ingest.respondWith(isAway ? { status: 503 } : undefined),
    /** Rejects if it takes no envelope with the text. */
    waitForText: (text) =>
      ingest.waitForTaken(holds(text), { timeoutMs: EVENT_TIMEOUT_MS }).catch(() => {
        throw new Error(`"${text}" has not arrived at ingest`);
      }),
  });
}
