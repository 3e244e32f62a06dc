// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- who compiles this source needs the types too
/// <reference path="./undici-modules.d.ts" />
import type { Dispatcher } from 'undici';
// The package's index loads fetch, caches, mocks and WebSockets besides: 10 MB of memory nothing here uses.
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { concatBytes, createPieceList } from '../protocol/bytes.ts';
import type {
  IngestAnswer,
  IngestExchange,
  IngestRequest,
  IngestTransport,
} from '../send/ingest-transport.ts';
import { joinField } from './read-field.ts';
import { atTurnEnd } from './turn-end.ts';

/** The tunnel keeps the time itself. */
const UNTIMED = { headersTimeout: 0, bodyTimeout: 0 } as const;

/** How connections to ingest are kept. */
export interface NodeTransportOptions {
  /**
   * How long an idle connection is kept, in milliseconds. Default 4000: less than the 5 s after which Relay closes its
   * end, so that an envelope seldom meets a connection that is just being closed.
   */
  idleTimeoutMs?: number;
  /** Connections to one host at a time. Default unlimited. */
  maxSockets?: number;
}

/** Sends envelopes over kept connections, with undici, whose requests cost less than those of node:http's own client. */
export function createNodeTransport({
  idleTimeoutMs = 4_000,
  maxSockets = Infinity,
}: NodeTransportOptions = {}): IngestTransport {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    let pool = pools.get(origin);
    if (pool === undefined) {
      pool = new Pool(origin, {
        connections: maxSockets === Infinity ? null : maxSockets,
        keepAliveTimeout: idleTimeoutMs,
        ...UNTIMED,
      });
      pools.set(origin, pool);
    }
    return pool;
  };

  return {
    send: (request) => {
      const exchange = new Exchange(request);
      const pool = poolOf(request.endpoint.origin);
      atTurnEnd(() => {
        exchange.sendOver(pool);
      });
      return exchange;
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

// A kept connection that ingest has just closed; undici has names of its own beside the system's.
const STALE_CODES: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const GIVEN_UP = new Error('The request to ingest was given up.');

/** One request to ingest. Undici calls it back. */
class Exchange implements IngestExchange, Dispatcher.DispatchHandler {
  readonly answer: Promise<IngestAnswer>;
  readonly #request: IngestRequest;
  readonly #options: Dispatcher.DispatchOptions;
  #resolve!: (answer: IngestAnswer) => void;
  #reject!: (reason: Error) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #isRepeated = false;
  #status = 0;
  #fields: Record<string, string | string[] | undefined> = {};
  readonly #parts = createPieceList();
  #receivedBytes = 0;

  constructor(request: IngestRequest) {
    const { endpoint, headers, body, contentLength } = request;
    this.#request = request;
    this.#options = {
      method: 'POST',
      path: endpoint.path,
      headers:
        contentLength === undefined || body instanceof Uint8Array
          ? headers
          : { ...headers, 'content-length': String(contentLength) },
      body: body as Dispatcher.DispatchOptions['body'],
    };
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  sendOver(pool: Pool): void {
    if (this.#isOver) return;
    try {
      pool.dispatch(this.#options, this);
    } catch (error) {
      this.#reject(error as Error);
    }
  }

  readonly abort = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller?.abort(GIVEN_UP);
    this.#reject(GIVEN_UP);
  };

  onRequestStart(started: Dispatcher.DispatchController): void {
    this.#controller = started;
    if (this.#isOver) started.abort(GIVEN_UP);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    fields: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#fields = fields;
  }

  onResponseData(started: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#receivedBytes += chunk.byteLength;
    if (this.#receivedBytes <= this.#request.maxAnswerBytes) {
      this.#parts.push(chunk);
      return;
    }
    this.#parts.take();
    this.#finish(undefined);
    started.abort(GIVEN_UP);
  }

  onResponseEnd(): void {
    this.#finish(concatBytes(this.#parts.take()));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const isStale = this.#status === 0 && STALE_CODES.has((error as NodeJS.ErrnoException).code);
    const isRepeatable = this.#request.body instanceof Uint8Array && !this.#isRepeated;
    if (isStale && !this.#isOver && isRepeatable) this.#repeatOnFreshConnection();
    else this.#reject(error);
  }

  /** RFC 9112 §9.3.1 has clients try again on another connection; a duplicate would be dropped by its event id. */
  #repeatOnFreshConnection(): void {
    this.#isRepeated = true;
    const client = new Client(this.#request.endpoint.origin, UNTIMED);
    client.dispatch(this.#options, this);
    void client.close();
  }

  #finish(body: Uint8Array | undefined): void {
    this.#isOver = true;
    const fields = this.#fields;
    this.#resolve({ status: this.#status, header: (name) => joinField(fields[name]), body });
  }
}
