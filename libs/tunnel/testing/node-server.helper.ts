import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { pipeline } from 'node:stream/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Tunnel } from '../src/index.ts';
import type { ContractRequest, ContractResponse, ContractSubject } from './tunnel.contract.ts';

/** A real server on the loopback interface, by default on a free port. */
export interface NodeServer {
  readonly port: number;
  readonly origin: string;
  /** Sends a request on its own connection. */
  readonly send: (request: ContractRequest) => Promise<ContractResponse>;
  /** Opens a connection for raw bytes. */
  readonly connect: () => Socket;
  readonly onConnection: (listener: () => void) => void;
  readonly stop: () => Promise<void>;
}

/** Starts a {@link NodeServer}. */
export function startNodeServer(listener: RequestListener, port?: number): Promise<NodeServer> {
  return listen(createServer(listener), port);
}

/** Starts a server with this tunnel for the contract. Stopping it closes the tunnel first. */
export async function startSubject(tunnel: Tunnel, listener: RequestListener): Promise<ContractSubject> {
  const server = await startNodeServer(listener);
  return {
    tunnel,
    send: server.send,
    stop: async () => {
      await tunnel.close();
      await server.stop();
    },
  };
}

/** Starts an existing server as a {@link NodeServer}. */
export async function listen(server: Server, atPort = 0): Promise<NodeServer> {
  await new Promise<void>((resolve) => server.listen(atPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    send: (request) => send(port, request),
    connect: () => connect(port, '127.0.0.1'),
    onConnection: (listener) => {
      server.on('connection', listener);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(port: number, request: ContractRequest): Promise<ContractResponse> {
  const {
    method = 'POST',
    path = '/monitoring-tunnel',
    query,
    headers = {},
    body = new Uint8Array(),
  } = request;
  const target = query === undefined ? path : `${path}?${query}`;
  const client = httpRequest({ host: '127.0.0.1', port, method, path: target, headers, agent: false });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    client.on('response', resolve);
    client.on('error', reject);
  });
  // A failing body destroys the connection, like a client that leaves; `answered` tells.
  if (body instanceof Uint8Array) client.end(body);
  else pipeline(body, client).catch(() => undefined);
  const response = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  // A client that has its answer sends no more.
  client.destroy();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers as Record<string, string>,
    body: Buffer.concat(chunks),
  };
}
