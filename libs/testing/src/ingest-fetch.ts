import { setTimeout as sleep } from 'node:timers/promises';
import {
  completeAnswer,
  createIngestScript,
  type IngestScript,
  type ScriptedAnswer,
} from './ingest-script.ts';

/** A `fetch` that plays Sentry's ingest in this process. */
export interface IngestFetch extends IngestScript {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

/** Creates an {@link IngestFetch}. It answers at every origin. */
export function createIngestFetch(): IngestFetch {
  const { script, side } = createIngestScript();

  const answer = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(url, init);
    const { method, headers } = request;
    const body = Buffer.from(await request.arrayBuffer());
    const { pathname, search } = new URL(url);
    const scripted: ScriptedAnswer = await side
      .take({
        method,
        url: `${pathname}${search}`,
        headers: Object.fromEntries(headers),
        rawHeaders: [...headers].flat(),
        body,
        at: Date.now(),
      })
      .catch(() => ({ destroy: true }));
    const { delayMs = 0, destroy, hang } = scripted;
    if (delayMs > 0) await sleep(delayMs);
    if (destroy === true) throw new TypeError('fetch failed');
    if (hang === true) await aborted(request.signal);
    const { status, headers: fields, body: text } = completeAnswer(scripted);
    const pairs = Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    return new Response(text as BodyInit, { status, headers: pairs });
  };

  return Object.assign(script, {
    fetch: async (url: string, init?: RequestInit): Promise<Response> => {
      side.count({ inFlight: 1 });
      try {
        return await answer(url, init);
      } finally {
        side.count({ inFlight: -1 });
      }
    },
  });
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
