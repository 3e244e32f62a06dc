import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the scripted ingest does with one request, once it has read all of it. */
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
  /** Names and values in turn, with the case and the repetitions they were sent with. */
  readonly rawHeaders: readonly string[];
  /** The body's bytes with only the transfer coding taken off. */
  readonly body: Buffer;
  /** When the last byte had arrived, in milliseconds since the epoch. */
  readonly at: number;
}

/** Decides an answer from the request; `undefined` means the default answer. Throwing cuts the connection. */
export type AnswerFunction = (
  request: ReceivedRequest,
) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>;

/** Where a {@link ScriptedIngest} listens. */
export interface ScriptedIngestOptions {
  /** Default `127.0.0.1`. */
  host?: string;
  /** Default 0: any free port. */
  port?: number;
}

/** A real HTTP server that plays Sentry's ingest. */
export interface ScriptedIngest {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** A DSN that leads here. */
  readonly dsn: (parts?: { projectId?: string; publicKey?: string }) => string;
  /** Every request received in full, oldest first. */
  readonly received: readonly ReceivedRequest[];
  /** Queues answers for the next requests, one each, before any persistent answer. */
  readonly respond: (...answers: ScriptedAnswer[]) => void;
  /** Answers every request for which none is queued; `undefined` restores the default. */
  readonly respondWith: (answer: AnswerFunction | ScriptedAnswer | undefined) => void;
  /**
   * The first received or future request that matches.
   * @throws after `timeoutMs` real milliseconds (default 45000) without one.
   */
  readonly waitFor: (
    predicate?: (request: ReceivedRequest) => boolean,
    options?: { timeoutMs?: number },
  ) => Promise<ReceivedRequest>;
  /** Requests begun whose response is not finished. */
  readonly inFlight: number;
  /** The highest `inFlight` has been. */
  readonly maxInFlight: number;
  /** Requests whose sender went away before the body was complete. */
  readonly aborted: number;
  /** Connections accepted. */
  readonly connections: number;
  /** Forgets requests, counts and scripted answers; connections stay. */
  readonly reset: () => void;
  /** Stops listening and cuts every connection. */
  readonly close: () => Promise<void>;
}

const DEFAULT_WAIT_MS = 45_000;
const DEFAULT_PROJECT_ID = '42';
const DEFAULT_PUBLIC_KEY = '0123456789abcdef0123456789abcdef';
const DEFAULT_HEADERS = { 'content-type': 'application/json' };
const DEFAULT_BODY = '{"id":"9ec79c33ec9942ab8353589fcb2e04dc"}';

/** Node types these as optional because it shares the class with its client; a server always has them. */
type ServerRequest = IncomingMessage & { readonly method: string; readonly url: string };

interface Counts {
  inFlight: number;
  maxInFlight: number;
  aborted: number;
  connections: number;
}

/** Starts a {@link ScriptedIngest}. */
export async function createScriptedIngest({
  host = '127.0.0.1',
  port = 0,
}: ScriptedIngestOptions = {}): Promise<ScriptedIngest> {
  const received: ReceivedRequest[] = [];
  const queue: ScriptedAnswer[] = [];
  const watchers = new Set<(request: ReceivedRequest) => void>();
  const counts: Counts = { inFlight: 0, maxInFlight: 0, aborted: 0, connections: 0 };
  let persistent: AnswerFunction | undefined;

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    counts.inFlight += 1;
    counts.maxInFlight = Math.max(counts.maxInFlight, counts.inFlight);
    response.once('close', () => (counts.inFlight -= 1));
    const body = await readBody(request);
    if (body === undefined) {
      counts.aborted += 1;
      return;
    }
    const { method, url, headers, rawHeaders } = request as ServerRequest;
    const entry: ReceivedRequest = { method, url, headers, rawHeaders, body, at: Date.now() };
    received.push(entry);
    for (const watcher of watchers) watcher(entry);
    const answer = queue.shift() ?? (await persistent?.(entry)) ?? {};
    await send(answer, response);
  };

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  server.on('connection', () => (counts.connections += 1));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

  const address = server.address() as AddressInfo;
  const authority = `${host.includes(':') ? `[${host}]` : host}:${address.port}`;

  return {
    origin: `http://${authority}`,
    dsn: ({ projectId = DEFAULT_PROJECT_ID, publicKey = DEFAULT_PUBLIC_KEY } = {}) =>
      `http://${publicKey}@${authority}/${projectId}`,
    received,
    respond: (...answers) => {
      queue.push(...answers);
    },
    respondWith: (answer) => {
      persistent = typeof answer === 'object' ? () => answer : answer;
    },
    waitFor: (predicate = () => true, { timeoutMs = DEFAULT_WAIT_MS } = {}) =>
      new Promise((resolve, reject) => {
        const known = received.find(predicate);
        if (known !== undefined) {
          resolve(known);
          return;
        }
        const timer = setTimeout(() => {
          watchers.delete(watcher);
          reject(
            new Error(`No matching request within ${timeoutMs} ms; received ${received.length} others.`),
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
      received.length = 0;
      queue.length = 0;
      persistent = undefined;
      counts.maxInFlight = counts.inFlight;
      counts.aborted = 0;
      counts.connections = 0;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => {
          if (error === undefined) resolve();
          else reject(error);
        });
        server.closeAllConnections();
      }),
  };
}

/** The whole body, or `undefined` when the sender went away first. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

async function send(answer: ScriptedAnswer, response: ServerResponse): Promise<void> {
  const { status = 200, headers = DEFAULT_HEADERS, body = DEFAULT_BODY, delayMs = 0 } = answer;
  if (delayMs > 0) await sleep(delayMs);
  if (answer.destroy === true) response.destroy();
  else if (answer.hang !== true) {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.writeHead(status).end(body);
  }
}
