import { Agent, createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createScriptedIngest, until, type ScriptedIngest } from '@adit/testing';
import { createTunnel, type Tunnel } from '../index.ts';
import { startNodeServer, type NodeServer } from '../../testing/node-server.helper.ts';
import { closeAfterAnswer, isClosing, LINGER_BOUNDS, type LingerBounds } from './linger.ts';
import { createListener } from './node.ts';

const BIG = 5_000_000;
const PATH = '/monitoring-tunnel';
/** The first line of every body here is not an envelope header: the body is refused before the rest is read. */
const refusedBody = (bytes: number): Buffer => Buffer.concat([Buffer.from('boom\n'), Buffer.alloc(bytes)]);
const BIG_BODY = refusedBody(BIG);
const SMALL_BODY = refusedBody(10);

const head = (...fields: string[]): string =>
  [`POST ${PATH} HTTP/1.1`, 'host: app.example.com', ...fields, '', ''].join('\r\n');

describe('a refusal with much of the body unread', () => {
  let ingest: ScriptedIngest;
  let tunnel: Tunnel;
  let server: NodeServer;

  beforeEach(async () => {
    ingest = await createScriptedIngest();
    tunnel = createTunnel({ allowedDsns: [ingest.dsn()] });
    server = await startNodeServer(createListener(tunnel));
  });
  afterEach(async () => {
    await tunnel.close();
    await server.stop();
    await ingest.close();
  });

  const post = (body: Buffer): Promise<Response> =>
    fetch(`${server.origin}${PATH}`, { method: 'POST', body: new Uint8Array(body) });

  it('is read by `fetch` 8 times of 8, and 6 requests that follow on its pool are answered', async () => {
    const answers: unknown[] = [];
    for (let count = 0; count < 8; count += 1) {
      const response = await post(BIG_BODY);
      answers.push([response.status, response.headers.get('connection'), typeof (await response.text())]);
      if (count < 6) answers.push((await post(SMALL_BODY)).status);
    }
    const refused = [400, 'close', 'string'];
    expect(answers).toEqual(
      Array.from({ length: 8 }, (_, index) => (index < 6 ? [refused, 400] : [refused])).flat(),
    );
  });

  it.each([
    ['announced', `content-length: ${BIG + 5}`, BIG_BODY],
    ['chunked', 'transfer-encoding: chunked', Buffer.from('a\r\nboom\nboom\n\r\n')],
  ])('says that its connection closes (%s)', async (_how, field, body) => {
    const client = openClient(server.port);
    client.socket.write(head(field));
    client.socket.write(body);
    await until(client.isClosed);

    expect(client.received()).toMatch(/^HTTP\/1\.1 400 [^]*\r\nconnection: close\r\n[^]*"\}$/i);
    expect(client.failure()).toBeUndefined();
  });

  it('keeps the connection if up to 1 MiB was announced (control)', async () => {
    let connections = 0;
    server.onConnection(() => (connections += 1));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const answers: unknown[] = [];
    for (const bytes of [1_000_000, 10]) {
      const { statusCode, headers } = await send(server.port, agent, refusedBody(bytes));
      answers.push([statusCode, headers.connection]);
    }
    agent.destroy();

    expect([answers, connections]).toEqual([
      [
        [400, 'keep-alive'],
        [400, 'keep-alive'],
      ],
      1,
    ]);
  });

  it('is the last on its connection: a request sent behind it is not carried out', async () => {
    const client = openClient(server.port);
    client.socket.write(head('transfer-encoding: chunked'));
    client.socket.write('5\r\nboom\n\r\n');
    await until(() => client.received() !== '');
    client.socket.write(`0\r\n\r\n${head('content-length: 5')}boom\n`);
    await until(client.isClosed);

    expect(client.received().match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(tunnel.stats().refused).toMatchObject({ 'header-malformed': 1 });
  });
});

describe('over HTTP/2', () => {
  it('a refusal reaches the client, and its connection serves on', async () => {
    const tunnel = createTunnel({ allowedDsns: ['https://key@o1.ingest.sentry.io/1'] });
    const server = createHttp2Server(createListener(tunnel) as never);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const post = (body: Buffer): Promise<string> =>
      new Promise((resolve) => {
        const stream = session.request({ ':method': 'POST', ':path': PATH });
        let answer = '';
        stream.on('response', (fields) => (answer += String(fields[':status'])));
        stream.on('data', (data) => (answer += String(data)));
        stream.on('error', () => undefined);
        stream.on('close', () => resolve(answer));
        stream.end(body);
      });

    expect(await post(BIG_BODY)).toMatch(/^400\{"detail":/);
    expect(await post(SMALL_BODY)).toMatch(/^400\{"detail":/);
    session.close();
    await tunnel.close();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('closeAfterAnswer', () => {
  let server: Server;
  const sockets: Socket[] = [];

  const start = async (bounds: Partial<LingerBounds>): Promise<number> => {
    server = createServer((request, response) => {
      sockets.push(request.socket);
      closeAfterAnswer(request, response, { ...LINGER_BOUNDS, ...bounds });
      expect(isClosing(request)).toBe(true);
      response.end('done');
      request.resume();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    sockets.length = 0;
    for (const socket of clients.splice(0)) socket.destroy();
  });

  /** A client that keeps its side open regardless of what the server does. */
  const openStubborn = (port: number): ReturnType<typeof openClient> => openClient(port, true);

  it('closes its own side at once, and goes on reading', async () => {
    const client = openStubborn(await start({}));
    client.socket.write(head('content-length: 1000'));
    await until(client.hasEnded);
    client.socket.write('x'.repeat(500));
    await until(() => sockets[0]?.bytesRead === head('content-length: 1000').length + 500);
    expect([client.received().slice(-4), sockets[0]?.destroyed]).toEqual(['done', false]);

    client.socket.write('x'.repeat(500));
    await until(() => sockets[0]?.destroyed === true);
    expect(client.failure()).toBeUndefined();
  });

  it.each([
    ['a client that sends no more', { idleMs: 30 }, 0],
    ['a client that sends for too long', { totalMs: 100 }, 1],
    ['a client that sends too much', { bytes: 10_000 }, 4_096],
  ])('cuts off %s', async (_what, bounds, bytesAtATime) => {
    const client = openStubborn(await start(bounds));
    client.socket.write(head('content-length: 1000000000'));
    const timer = setInterval(() => client.socket.write(Buffer.alloc(bytesAtATime)), 5);
    await until(() => sockets[0]?.destroyed === true);
    clearInterval(timer);

    expect(client.received()).toMatch(/^HTTP\/1\.1 200 [^]*done$/);
  });

  it('closes at once after a request that has come whole', async () => {
    const client = openStubborn(await start({}));
    client.socket.write(head('content-length: 4') + 'body');
    await until(() => sockets[0]?.destroyed === true);
    await until(client.hasEnded);

    expect(client.received()).toMatch(/\r\nconnection: close\r\n[^]*done$/i);
  });
});

const clients: Socket[] = [];

function openClient(port: number, allowHalfOpen = false) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  clients.push(socket);
  let received = '';
  let failure: Error | undefined;
  let isClosed = false;
  socket.on('data', (data) => (received += data.toString('latin1')));
  socket.on('error', (error) => (failure = error));
  socket.on('close', () => (isClosed = true));
  return {
    socket,
    received: () => received,
    failure: () => failure,
    isClosed: () => isClosed,
    hasEnded: () => socket.readableEnded,
  };
}

function send(port: number, agent: Agent, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: PATH, method: 'POST', agent };
    const client = httpRequest(options, (response) =>
      response.resume().on('end', () => {
        resolve(response);
      }),
    );
    client.on('error', reject);
    client.end(body);
  });
}
