import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type {
  IngestAnswer,
  IngestExchange,
  IngestRequest,
  IngestTransport,
} from '../steps/ingest-transport.ts';
import { readField } from './read-field.ts';
import { readMessage } from './read-message.ts';

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

/** Sends envelopes with node:http and node:https over kept connections. */
export function createNodeTransport({
  idleTimeoutMs = 4_000,
  maxSockets = Infinity,
}: NodeTransportOptions = {}): IngestTransport {
  const agentOptions = { keepAlive: true, timeout: idleTimeoutMs, maxSockets };
  const clients = {
    'http:': { request: httpRequest, agent: new HttpAgent(agentOptions) },
    'https:': { request: httpsRequest, agent: new HttpsAgent(agentOptions) },
  } as const;

  return {
    send: (envelope) => {
      const { request, agent } = clients[envelope.endpoint.protocol];
      return exchange(envelope, request, agent);
    },
    close: () => {
      for (const { agent } of Object.values(clients)) agent.destroy();
      return Promise.resolve();
    },
  };
}

/** A connection of its own, opened for one request. */
const FRESH_CONNECTION = false;

function exchange(
  { endpoint, headers, body, contentLength }: IngestRequest,
  open: (options: RequestOptions) => ClientRequest,
  keptConnections: HttpAgent,
): IngestExchange {
  const { hostname, port, path } = endpoint;
  let current: ClientRequest | undefined;
  let isOver = false;

  const answer = new Promise<IngestAnswer>((resolve, reject) => {
    const start = (agent: HttpAgent | false): void => {
      const request = open({ agent, method: 'POST', hostname, port, path, headers });
      if (contentLength !== undefined) request.setHeader('content-length', contentLength);
      current = request;
      request.on('response', (message) => {
        isOver = true;
        resolve(toAnswer(message));
      });
      request.on('error', (error) => {
        if (!isOver && isStale(request, error) && body instanceof Uint8Array) start(FRESH_CONNECTION);
        else reject(error);
      });
      void write(request, body);
    };
    start(keptConnections);
  });

  return {
    answer,
    abort: () => {
      isOver = true;
      current?.destroy();
    },
  };
}

/**
 * Whether a kept connection turned out to have been closed at the other end, before ingest can have read the envelope.
 * RFC 9112 §9.3.1 has clients try again on another connection; a duplicate would be dropped by its event id.
 */
function isStale(request: ClientRequest, error: NodeJS.ErrnoException): boolean {
  return request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

async function write(request: ClientRequest, body: IngestRequest['body']): Promise<void> {
  if (body instanceof Uint8Array) {
    request.end(body);
    return;
  }
  try {
    for await (const chunk of body) {
      if (request.destroyed) return;
      if (!request.write(chunk)) await drained(request);
    }
    request.end();
  } catch (error) {
    request.destroy(error instanceof Error ? error : undefined);
  }
}

/** Also resolves when the connection closes: the answer, or the error, then tells the rest. */
function drained(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      request.off('drain', settle);
      request.off('close', settle);
      resolve();
    };
    request.on('drain', settle);
    request.on('close', settle);
  });
}

function toAnswer(message: IncomingMessage): IngestAnswer {
  return {
    status: message.statusCode ?? 0,
    header: (name) => readField(message, name),
    body: readMessage(message),
  };
}
