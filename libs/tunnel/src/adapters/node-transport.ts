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
    send: (request) => exchange(request, poolOf(request.endpoint.origin)),
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

// A kept connection that ingest has just closed; undici has names of its own beside the system's.
const STALE_CODES: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const GIVEN_UP = new Error('The request to ingest was given up.');

function exchange(request: IngestRequest, pool: Pool): IngestExchange {
  const { endpoint, body, contentLength, maxAnswerBytes } = request;
  let settle!: { resolve: (answer: IngestAnswer) => void; reject: (reason: Error) => void };
  const answer = new Promise<IngestAnswer>((resolve, reject) => (settle = { resolve, reject }));
  let controller: Dispatcher.DispatchController | undefined;
  let isOver = false;
  let isRepeated = false;
  let status = 0;
  let fields: Record<string, string | string[] | undefined> = {};
  const parts = createPieceList();
  let receivedBytes = 0;

  const finish = (answerBody: Uint8Array | undefined): void => {
    isOver = true;
    settle.resolve({ status, header: (name) => joinField(fields[name]), body: answerBody });
  };

  const options: Dispatcher.DispatchOptions = {
    method: 'POST',
    path: endpoint.path,
    headers:
      contentLength === undefined || body instanceof Uint8Array
        ? request.headers
        : { ...request.headers, 'content-length': String(contentLength) },
    body: body as Dispatcher.DispatchOptions['body'],
  };

  /** RFC 9112 §9.3.1 has clients try again on another connection; a duplicate would be dropped by its event id. */
  const repeatOnFreshConnection = (): void => {
    isRepeated = true;
    const client = new Client(endpoint.origin, UNTIMED);
    client.dispatch(options, handler);
    void client.close();
  };

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (started) => {
      controller = started;
      if (isOver) started.abort(GIVEN_UP);
    },
    onResponseStart: (_controller, statusCode, responseFields) => {
      status = statusCode;
      fields = responseFields;
    },
    onResponseData: (started, chunk) => {
      receivedBytes += chunk.byteLength;
      if (receivedBytes <= maxAnswerBytes) {
        parts.push(chunk);
        return;
      }
      parts.take();
      finish(undefined);
      started.abort(GIVEN_UP);
    },
    onResponseEnd: () => {
      finish(concatBytes(parts.take()));
    },
    onResponseError: (_controller, error) => {
      const isStale = status === 0 && STALE_CODES.has((error as NodeJS.ErrnoException).code);
      if (isStale && !isOver && !isRepeated && body instanceof Uint8Array) repeatOnFreshConnection();
      else settle.reject(error);
    },
  };

  atTurnEnd(() => {
    if (isOver) return;
    try {
      pool.dispatch(options, handler);
    } catch (error) {
      settle.reject(error as Error);
    }
  });
  return {
    answer,
    abort: () => {
      if (isOver) return;
      isOver = true;
      controller?.abort(GIVEN_UP);
      settle.reject(GIVEN_UP);
    },
  };
}
