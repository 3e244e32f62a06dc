// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- who compiles this source needs the types too
/// <reference path="./undici-modules.d.ts" />
import type { Dispatcher } from 'undici';
// The package's index also loads fetch, caches, mocks and WebSockets: 10 MB of memory that is not needed here.
import connect from 'undici/lib/api/api-connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { concatBytes, createPieceList } from '@adit/envelope';
import type {
  IngestAnswer,
  IngestExchange,
  IngestRequest,
  IngestTransport,
} from '../send/ingest-transport.ts';
import { proxyFor, type ProxyVariables } from './proxy-for.ts';
import { joinField } from './read-field.ts';
import { atTurnEnd } from './turn-end.ts';

/** No timeouts: the tunnel has its own. */
const UNTIMED = { headersTimeout: 0, bodyTimeout: 0 } as const;

/** Options for connections to ingest. */
export interface NodeTransportOptions {
  /**
   * How long an idle connection is kept, in milliseconds. Default 4000: less than the 5 s after which Relay closes its
   * end, so an envelope seldom meets a connection that is just closing.
   */
  idleTimeoutMs?: number;
  /** The most connections to one host at a time. Default unlimited. */
  maxSockets?: number;
  /**
   * Variables that name a proxy, such as `process.env`: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in lower or upper
   * case. Default none: the tunnel connects to ingest directly.
   */
  proxyVariables?: ProxyVariables;
}

/**
 * Sends envelopes over persistent connections with undici, whose requests cost less than those of node:http's client.
 */
export function createNodeTransport({
  idleTimeoutMs = 4_000,
  maxSockets = Infinity,
  proxyVariables = {},
}: NodeTransportOptions = {}): IngestTransport {
  const pools = new Map<string, Dispatcher>();
  const options = {
    connections: maxSockets === Infinity ? null : maxSockets,
    keepAliveTimeout: idleTimeoutMs,
    ...UNTIMED,
  };
  const poolOf = (origin: string): Dispatcher => {
    let pool = pools.get(origin);
    if (pool === undefined) {
      const uri = proxyFor(origin, proxyVariables);
      pool = uri === undefined ? new Pool(origin, options) : createProxied(origin, uri, options);
      pools.set(origin, pool);
    }
    return pool;
  };

  return {
    send: (request) => {
      const pool = poolOf(request.endpoint.origin);
      const exchange = new Exchange(request, pool instanceof Pool);
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

function createProxied(origin: string, uri: string, options: Pool.Options): Dispatcher {
  return new ProxyAgent({
    ...options,
    uri,
    // Proxies seldom allow CONNECT to http.
    proxyTunnel: origin.startsWith('https:'),
    // The package's index adds this method to all clients.
    clientFactory: (url, given) => Object.assign(new Pool(url, given as Pool.Options), { connect }),
  });
}

// Error codes of a persistent connection that ingest has just closed. Undici has its own codes besides the system's.
const STALE_CODES: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const GIVEN_UP = new Error('The request to ingest was given up.');

/** One request to ingest. Undici calls its methods. */
class Exchange implements IngestExchange, Dispatcher.DispatchHandler {
  readonly answer: Promise<IngestAnswer>;
  readonly #request: IngestRequest;
  readonly #options: Dispatcher.DispatchOptions;
  #resolve!: (answer: IngestAnswer) => void;
  #reject!: (reason: Error) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #isRepeated: boolean;
  #status = 0;
  #fields: Record<string, string | string[] | undefined> = {};
  readonly #parts = createPieceList();
  #receivedBytes = 0;

  /**
   * @param isDirect whether there is no proxy: then a request that met a closed connection is repeated on a fresh one
   */
  constructor(request: IngestRequest, isDirect: boolean) {
    const { endpoint, headers, body, contentLength } = request;
    this.#request = request;
    this.#isRepeated = !isDirect;
    this.#options = {
      origin: endpoint.origin,
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

  sendOver(pool: Dispatcher): void {
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

  /** RFC 9112 §9.3.1: clients retry on another connection. Ingest drops a duplicate by its event id. */
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
