import type { IncomingHttpHeaders } from 'node:http';

/** The reaction of the scripted ingest to one request, once the request has been read. */
export interface ScriptedAnswer {
  /** Default 200. */
  status?: number;
  /** Default `content-type: application/json`. */
  headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Default `{"id":"…"}`, as ingest answers an accepted event. */
  body?: string | Uint8Array;
  /** Real milliseconds to wait before answering. */
  delayMs?: number;
  /** Never answers; `close()` or the client ends the request. */
  hang?: boolean;
  /** Closes the connection without an answer. */
  destroy?: boolean;
}

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, as on the request line. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Alternating names and values, with the case and the repetitions they were sent with. */
  readonly rawHeaders: readonly string[];
  /** The body's bytes; only the transfer coding is removed. */
  readonly body: Buffer;
  /** The arrival of the last byte, in milliseconds since the epoch. */
  readonly at: number;
}

/** Decides an answer from the request; `undefined` means the default answer. Throwing closes the connection. */
export type AnswerFunction = (
  request: ReceivedRequest,
) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>;

/** Waits for a request in a list. */
export type WaitForRequest = (
  predicate?: (request: ReceivedRequest) => boolean,
  options?: { timeoutMs?: number },
) => Promise<ReceivedRequest>;

/** The part of a scripted ingest that a test uses, on any transport. */
export interface IngestScript {
  /** Every request received in full, oldest first. */
  readonly received: readonly ReceivedRequest[];
  /** The requests that were answered with a status below 300, oldest first. */
  readonly taken: readonly ReceivedRequest[];
  /** Queues answers for the next requests, one each, before any persistent answer. */
  readonly respond: (...answers: ScriptedAnswer[]) => void;
  /** Answers every request for which none is queued; `undefined` restores the default. */
  readonly respondWith: (answer: AnswerFunction | ScriptedAnswer | undefined) => void;
  /**
   * The first received or future request that matches.
   * @throws after `timeoutMs` real milliseconds (default 45000) without one.
   */
  readonly waitFor: WaitForRequest;
  /** The same for a request of `taken`. */
  readonly waitForTaken: WaitForRequest;
  /** The number of requests whose response is not finished. */
  readonly inFlight: number;
  /** The highest `inFlight` has been. */
  readonly maxInFlight: number;
  /** Requests whose sender went away before the body was complete. */
  readonly aborted: number;
  /** Connections accepted. */
  readonly connections: number;
  /** Clears requests, counts and scripted answers; connections stay. */
  readonly reset: () => void;
}

/** A change of the counts of an {@link IngestScript}. */
export interface IngestCount {
  readonly inFlight?: 1 | -1;
  readonly aborted?: 1;
  readonly connections?: 1;
}

/** The part of a scripted ingest that a transport uses. */
export interface IngestSide {
  /** Decides the answer to a request that was read in full. A rejection closes the connection. */
  readonly take: (request: ReceivedRequest) => Promise<ScriptedAnswer>;
  readonly count: (change: IngestCount) => void;
}

const DEFAULT_WAIT_MS = 45_000;

/** Creates a scripted ingest without a transport: the test holds `script`, a transport holds `side`. */
export function createIngestScript(): { readonly script: IngestScript; readonly side: IngestSide } {
  const received = createRequestLog();
  const taken = createRequestLog();
  const queue: ScriptedAnswer[] = [];
  const counts = { inFlight: 0, maxInFlight: 0, aborted: 0, connections: 0 };
  let persistent: AnswerFunction | undefined;

  const side: IngestSide = {
    take: async (request) => {
      received.add(request);
      const answer = queue.shift() ?? (await persistent?.(request)) ?? {};
      if (isTaking(answer)) taken.add(request);
      return answer;
    },
    count: ({ inFlight = 0, aborted = 0, connections = 0 }) => {
      counts.inFlight += inFlight;
      counts.maxInFlight = Math.max(counts.maxInFlight, counts.inFlight);
      counts.aborted += aborted;
      counts.connections += connections;
    },
  };

  const script: IngestScript = {
    received: received.requests,
    taken: taken.requests,
    respond: (...answers) => {
      queue.push(...answers);
    },
    respondWith: (answer) => {
      persistent = typeof answer === 'object' ? () => answer : answer;
    },
    waitFor: received.waitFor,
    waitForTaken: taken.waitFor,
    get inFlight() {
      return counts.inFlight;
    },
    get maxInFlight() {
      return counts.maxInFlight;
    },
    get aborted() {
      return counts.aborted;
    },
    get connections() {
      return counts.connections;
    },
    reset: () => {
      received.requests.length = 0;
      taken.requests.length = 0;
      queue.length = 0;
      persistent = undefined;
      Object.assign(counts, { maxInFlight: counts.inFlight, aborted: 0, connections: 0 });
    },
  };
  return { script, side };
}

const isTaking = ({ status = 200, hang, destroy }: ScriptedAnswer): boolean =>
  status < 300 && hang !== true && destroy !== true;

interface RequestLog {
  readonly requests: ReceivedRequest[];
  readonly add: (request: ReceivedRequest) => void;
  readonly waitFor: WaitForRequest;
}

function createRequestLog(): RequestLog {
  const requests: ReceivedRequest[] = [];
  const watchers = new Set<(request: ReceivedRequest) => void>();
  return {
    requests,
    add: (request) => {
      requests.push(request);
      for (const watcher of watchers) watcher(request);
    },
    waitFor: (predicate = () => true, { timeoutMs = DEFAULT_WAIT_MS } = {}) =>
      new Promise((resolve, reject) => {
        const known = requests.find(predicate);
        if (known !== undefined) {
          resolve(known);
          return;
        }
        const timer = setTimeout(() => {
          watchers.delete(watcher);
          reject(
            new Error(`No matching request within ${timeoutMs} ms; received ${requests.length} others.`),
          );
        }, timeoutMs);
        const watcher = (request: ReceivedRequest): void => {
          if (!predicate(request)) return;
          clearTimeout(timer);
          watchers.delete(watcher);
          resolve(request);
        };
        watchers.add(watcher);
      }),
  };
}

const DEFAULT_HEADERS = { 'content-type': 'application/json' };
const DEFAULT_BODY = '{"id":"9ec79c33ec9942ab8353589fcb2e04dc"}';

/** The status line, the fields and the body of an answer that is sent. */
export const completeAnswer = ({
  status = 200,
  headers = DEFAULT_HEADERS,
  body = DEFAULT_BODY,
}: ScriptedAnswer): Required<Pick<ScriptedAnswer, 'status' | 'headers' | 'body'>> => ({
  status,
  headers,
  body,
});
