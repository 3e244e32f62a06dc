import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { completeAnswer, type IngestSide, type ScriptedAnswer } from './ingest-script.ts';

/** The address at which an ingest listens. */
export interface IngestAddress {
  /** Default `127.0.0.1`. */
  host?: string;
  /** Default 0: any free port. */
  port?: number;
  /** For HTTPS: its key and certificate. */
  tls?: ServerOptions;
}

/** A server that answers as an {@link IngestSide} decides. */
export interface IngestListener {
  /** `127.0.0.1:PORT` */
  readonly authority: string;
  /** Stops listening and closes every connection. */
  readonly close: () => Promise<void>;
}

/** Node declares these as optional because its client uses the same class. A server always sets them. */
type ServerRequest = IncomingMessage & { readonly method: string; readonly url: string };

/** Starts an {@link IngestListener}. */
export async function listenAsIngest(
  { take, count }: IngestSide,
  { host = '127.0.0.1', port = 0, tls }: IngestAddress = {},
): Promise<IngestListener> {
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    count({ inFlight: 1 });
    response.once('close', () => {
      count({ inFlight: -1 });
    });
    const body = await readBody(request);
    if (body === undefined) {
      count({ aborted: 1 });
      return;
    }
    const { method, url, headers, rawHeaders } = request as ServerRequest;
    await send(await take({ method, url, headers, rawHeaders, body, at: Date.now() }), response);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    receive(request, response).catch(() => response.destroy());
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on('connection', () => {
    count({ connections: 1 });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    authority: `${host.includes(':') ? `[${host}]` : host}:${address.port}`,
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

/** The whole body, or `undefined` if the sender disconnected first. */
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
  const { delayMs = 0, destroy, hang } = answer;
  if (delayMs > 0) await sleep(delayMs);
  if (destroy === true) response.destroy();
  else if (hang !== true) {
    const { status, headers, body } = completeAnswer(answer);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.writeHead(status).end(body);
  }
}
