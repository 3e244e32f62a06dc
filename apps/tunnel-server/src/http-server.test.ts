import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { deferred } from '@adit/testing';
import {
  HTTP_LIMITS,
  startHttpServer,
  type HttpLimits,
  type HttpServer,
  type HttpServerOptions,
} from './http-server.ts';

/** The server's own, scaled down so that a test need not wait; what is not under test is out of the way. */
const PATIENT: HttpLimits = {
  ...HTTP_LIMITS,
  headersTimeoutMs: 60_000,
  requestTimeoutMs: 60_000,
  checkIntervalMs: 20,
};

const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\n';

let server: HttpServer | undefined;
const sockets: Socket[] = [];

async function start(limits: Partial<HttpLimits>, options: Partial<HttpServerOptions> = {}): Promise<number> {
  server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    listener: (request, response) => {
      request.resume();
      request.on('end', () => response.end('done'));
    },
    limits: { ...PATIENT, ...limits },
    ...options,
  });
  return Number(new URL(server.origin).port);
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** Sends a piece every so often, as a slowloris does, until it is cut off. */
function dribble(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.once('close', () => clearInterval(timer));
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  const stopped = server?.stop();
  server?.cut();
  await stopped;
  server = undefined;
});

describe('startHttpServer', () => {
  it('cuts off a client whose head dribbles in', async () => {
    const socket = open(await start({ headersTimeoutMs: 100 }));
    socket.write(HEAD);
    dribble(socket, 'x: y\r\n', 15);

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('cuts off a client that connects and says nothing', async () => {
    const socket = open(await start({ headersTimeoutMs: 100 }));

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('cuts off a client whose body dribbles in', async () => {
    const socket = open(await start({ requestTimeoutMs: 150, headersTimeoutMs: 100 }));
    socket.write(`${HEAD}content-length: 100000\r\n\r\n`);
    dribble(socket, 'x', 15);

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('lets the same client finish where it has the time', async () => {
    const socket = open(await start({}));
    socket.write(`${HEAD}content-length: 10\r\nconnection: close\r\n\r\n`);
    dribble(socket, 'x', 15);

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('closes an idle connection', async () => {
    const socket = open(await start({ keepAliveTimeoutMs: 50 }));
    socket.write(`${HEAD}content-length: 0\r\n\r\n`);

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*done/);
  });

  it.each([
    ['a head that is too large', `${HEAD}x: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['a head without a host', 'POST / HTTP/1.1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n', 400],
    ['two lengths', `${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, 400],
    [
      'a length beside chunks',
      `${HEAD}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a bare line feed in a chunk', `${HEAD}transfer-encoding: chunked\r\n\r\n1\nx\n0\n\n`, 400],
    ['a space before a colon', `${HEAD}content-length : 0\r\n\r\n`, 400],
  ])('refuses %s', async (_what, head, status) => {
    const socket = open(await start({}));
    socket.write(head);

    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it('holds no more connections than it may, and tells of those it refuses', async () => {
    const dropped = deferred<undefined>();
    const port = await start({ maxConnections: 1 }, { onDrop: () => dropped.resolve(undefined) });
    const first = open(port);
    await once(first, 'connect');
    const second = open(port);

    await once(second, 'close');
    await dropped.promise;
    expect(first.destroyed).toBe(false);
  });

  it('says where it listens, brackets around an IPv6 address', async () => {
    await start({}, { host: '::1' });

    expect(server?.origin).toMatch(/^http:\/\/\[::1\]:\d+$/);
  });

  it('fails where the port is taken', async () => {
    const port = await start({});

    await expect(
      startHttpServer({ host: '127.0.0.1', port, listener: () => undefined }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('stops when what is in flight is answered, and then closes the kept connection', async () => {
    const asked = deferred<Parameters<RequestListener>[1]>();
    const port = await start({}, { listener: (_request, response) => asked.resolve(response) });
    const socket = open(port);
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const response = await asked.promise;
    const stopped = server?.stop();
    response.end('late');

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*late/);
    await stopped;
    await expect(once(open(port), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('HTTP_LIMITS', () => {
  it('outlasts the proxies in front, and checks often enough to mean it', () => {
    expect(HTTP_LIMITS.keepAliveTimeoutMs).toBeGreaterThan(60_000);
    expect(HTTP_LIMITS.checkIntervalMs).toBeLessThan(HTTP_LIMITS.headersTimeoutMs / 2);
  });
});
