import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createPeerNetworks } from '@adit/tunnel/node';
import { deferred, until } from '@adit/testing';
import {
  HTTP_LIMITS,
  startHttpServer,
  type HttpLimits,
  type HttpServer,
  type HttpServerOptions,
} from './http-server.ts';

/** The server's own limits, reduced so that tests need not wait; limits that are not tested are generous. */
const PATIENT: HttpLimits = {
  ...HTTP_LIMITS,
  headersTimeoutMs: 60_000,
  requestTimeoutMs: 60_000,
  checkIntervalMs: 20,
  idleGraceMs: 30,
};

const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\n';

let server: HttpServer | undefined;
const sockets: Socket[] = [];
let requests = 0;

async function start(limits: Partial<HttpLimits>, options: Partial<HttpServerOptions> = {}): Promise<number> {
  server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    listener: (request, response) => {
      requests += 1;
      request.resume();
      request.on('end', () => response.end('done'));
    },
    limits: { ...PATIENT, ...limits },
    ...options,
  });
  return Number(new URL(server.origin).port);
}

function open(port: number, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** Sends a piece at each interval, as a slowloris does, until it is cut off. */
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
  requests = 0;
});

/** Resolves when the port accepts no more connections. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const probe = open(port);
    const outcome = await Promise.race([once(probe, 'connect').then(() => 'open'), refusal(probe)]);
    probe.destroy();
    if (outcome === 'ECONNREFUSED') return;
  }
}

const refusal = (socket: Socket): Promise<string | undefined> =>
  new Promise((resolve) => socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code)));

describe('startHttpServer', () => {
  it.each<[string, Partial<HttpLimits>, string, string]>([
    ['its head slowly', { headersTimeoutMs: 100 }, HEAD, 'x: y\r\n'],
    ['nothing', { headersTimeoutMs: 100 }, '', ''],
    [
      'its body slowly',
      { requestTimeoutMs: 150, headersTimeoutMs: 100 },
      `${HEAD}content-length: 100000\r\n\r\n`,
      'x',
    ],
  ])('cuts off a client that sends %s', async (_what, limits, beginning, piece) => {
    const socket = open(await start(limits));
    socket.write(beginning);
    dribble(socket, piece, 15);

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('lets the same client finish with more time', async () => {
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
    ['two hosts', `${HEAD}Host: other.example\r\ncontent-length: 0\r\n\r\n`, 400],
    ['two hosts that are the same', `${HEAD}host: localhost\r\ncontent-length: 0\r\n\r\n`, 400],
    ['a coding in TE', `${HEAD}te: gzip\r\ncontent-length: 0\r\n\r\n`, 400],
    ['a transfer coding beside chunked', `${HEAD}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 400],
    ...['0.9', '1.2', '1.7', '2.0', '3.0', '9.9', '1.1x'].map((version): [string, string, number] => [
      `HTTP/${version}`,
      `POST / HTTP/${version}\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`,
      400,
    ]),
  ])('refuses %s', async (_what, head, status) => {
    const socket = open(await start({}));
    socket.write(head);

    expect(await text(socket)).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nconnection: close\r\n`, 'i'),
    );
  });

  it('accepts similar requests that are valid (control)', async () => {
    const socket = open(await start({}));
    socket.write(`${HEAD}te: trailers\r\nx-host: b\r\ntransfer-encoding: Chunked\r\n\r\n0\r\n\r\n`);
    socket.write('GET / HTTP/1.0\r\nhost: localhost\r\n\r\n');

    expect((await text(socket)).match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  });

  it('sends no error within an answer that has begun', async () => {
    const begun = deferred<undefined>();
    const port = await start(
      {},
      {
        listener: (_request, response) => {
          response.writeHead(200, { 'content-length': 8 }).write('half');
          begun.resolve(undefined);
        },
      },
    );
    const socket = open(port);
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
    await begun.promise;
    socket.write('no chunk');

    expect((await text(socket).catch(() => '')).match(/HTTP\/1\.1/g) ?? []).not.toHaveLength(2);
    expect(socket.destroyed).toBe(true);
  });

  it('delivers the refusal of a head, however much of the body is unread', async () => {
    const socket = open(await start({}));
    let failure: Error | undefined;
    socket.on('error', (error) => (failure = error));
    socket.write(`${HEAD}x: ${'y'.repeat(20_000)}\r\n\r\n`);
    socket.write(Buffer.alloc(2_000_000));

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 431 /);
    expect(failure).toBeUndefined();
  });

  it('closes the oldest idle connection at the bound, and calls onDrop', async () => {
    const dropped = deferred<undefined>();
    const port = await start(
      { maxConnections: 2 },
      { networksOf: (address) => [String(address)], onDrop: () => dropped.resolve(undefined) },
    );
    const [oldest, other] = [open(port), open(port)];
    await Promise.all([once(oldest, 'connect'), once(other, 'connect')]);
    const newest = open(port);

    await once(oldest, 'close');
    await dropped.promise;
    newest.write(`${HEAD}content-length: 0\r\nconnection: close\r\n\r\n`);
    expect(await text(newest)).toMatch(/^HTTP\/1\.1 200 /);
    expect(other.destroyed).toBe(false);
  });

  it('refuses a connection if all others have a request', async () => {
    const port = await start({ maxConnections: 1 }, { networksOf: (address) => [String(address)] });
    const busy = open(port);
    busy.write(`${HEAD}content-length: 1\r\nconnection: close\r\n\r\n`);
    await until(() => requests === 1);
    await once(open(port), 'close');

    busy.write('x');
    expect(await text(busy)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('serves a client at once while five others have their maximum of connections', async () => {
    const port = await start(
      { maxConnections: 100, maxConnectionsPerClient: [10, 30] },
      { networksOf: createPeerNetworks(['127.0.0.9']) },
    );
    const idle = (address: number, count: number): Socket[] =>
      Array.from({ length: count }, () => open(port, `127.0.0.${address}`));
    const ask = (): Promise<string> => {
      const client = open(port, '127.0.0.8');
      client.write(`${HEAD}content-length: 0\r\nconnection: close\r\n\r\n`);
      return text(client);
    };
    const flood: Socket[] = [];
    for (let round = 0; round < 7; round += 1) {
      for (const address of [2, 3, 4, 5, 6]) flood.push(...idle(address, 5));
      expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
    }
    // A trusted proxy is not a single client.
    const proxied = idle(9, 40);
    await until(() => flood.filter(({ destroyed }) => destroyed).length === 175 - 50);
    expect(flood.slice(-50).some(({ destroyed }) => destroyed)).toBe(false);
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
    expect(proxied.some(({ destroyed }) => destroyed)).toBe(false);
  });

  it('would refuse that client if only the total were bounded (control)', async () => {
    const port = await start({ maxConnections: 50 });
    const idle = Array.from({ length: 50 }, () => open(port, '127.0.0.2'));
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    const client = open(port, '127.0.0.8');
    client.write(`${HEAD}content-length: 0\r\n\r\n`);

    expect(await text(client).catch(() => 'reset')).not.toContain('200');
  });

  it('returns its origin, with brackets around an IPv6 address', async () => {
    await start({}, { host: '::1' });

    expect(server?.origin).toMatch(/^http:\/\/\[::1\]:\d+$/);
  });

  it('fails if the port is in use', async () => {
    const port = await start({});

    await expect(
      startHttpServer({ host: '127.0.0.1', port, listener: () => undefined }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  describe('stop', () => {
    const GET = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const LAST = /^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n[^]*done$/i;

    it('answers requests in flight with `Connection: close`, and accepts no other connection', async () => {
      const asked = deferred<Parameters<RequestListener>[1]>();
      const port = await start({}, { listener: (_request, response) => asked.resolve(response) });
      const socket = open(port);
      socket.write(GET);
      const response = await asked.promise;
      const stopped = server?.stop();
      await untilRefused(port);
      response.end('done');

      expect(await text(socket)).toMatch(LAST);
      await stopped;
    });

    it('answers requests on idle connections, and closes those without requests', async () => {
      const port = await start({ idleGraceMs: 60_000 });
      const sockets = Array.from({ length: 8 }, () => open(port));
      for (const socket of sockets) {
        socket.write(GET);
        await once(socket, 'data');
      }
      const stopped = server?.stop();
      await untilRefused(port);
      // Long enough for many turns of the server's event loop.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const answers = sockets.map((socket) => {
        socket.write(GET);
        return text(socket);
      });

      for (const answer of answers) expect(await answer).toMatch(LAST);
      await stopped;
    });

    it('closes idle connections that send nothing', async () => {
      const port = await start({ idleGraceMs: 1 });
      const sockets = [open(port), open(port)];
      sockets[0]!.write(GET);
      await once(sockets[0]!, 'data');
      await server?.stop();

      for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
    });

    it('serves the connections in the accept queue', async () => {
      const port = await start({});
      const waiting = Array.from({ length: 32 }, () => open(port));
      for (const socket of waiting) socket.write(GET);
      // The kernel has connected all of them, but none is accepted.
      await new Promise(process.nextTick);
      const stopped = server?.stop();

      for (const socket of waiting) expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*done$/);
      await stopped;
    });

    it('serves a connection that arrives while the last turn before the port closes lasts', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'adit-queue-'));
      const file = join(folder, 'answer');
      const port = await start({});
      // Another process connects and sends while this one is busy, so the connection stays in the kernel's queue.
      const connectOutside = (): unknown =>
        spawnSync(
          'bash',
          [
            '-c',
            'exec 3<>/dev/tcp/127.0.0.1/$0; printf "$1" >&3; (cat <&3; echo END) >"$2" &',
            `${port}`,
            GET,
            file,
          ],
          { stdio: 'ignore' },
        );
      setImmediate(() => setImmediate(connectOutside));
      const stopped = server?.stop();
      const answer = await until(() => {
        const found = existsSync(file) ? readFileSync(file, 'utf8') : '';
        return found.endsWith('END\n') && found;
      });

      expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*done/);
      await stopped;
      rmSync(folder, { recursive: true });
    });

    it('serves clients that open one connection after another, until its port refuses them', async () => {
      const busy: RequestListener = (_request, response) => {
        const endAt = performance.now() + 1;
        while (performance.now() < endAt);
        response.end('done');
      };
      const port = await start({}, { listener: busy });
      const outcomes: string[] = [];
      let answered = 0;
      const run = async (): Promise<void> => {
        for (let outcome = 'answered'; outcome !== 'refused'; outcomes.push(outcome)) {
          const socket = open(port);
          socket.write(GET.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
          const isConnected = once(socket, 'connect').then(
            () => true,
            () => false,
          );
          const answer = await text(socket).catch(() => '');
          if (!(await isConnected)) outcome = 'refused';
          else outcome = LAST.test(answer) ? 'answered' : 'reset';
          answered += 1;
        }
      };
      const running = Array.from({ length: 20 }, run);
      await until(() => answered > 100);
      await server?.stop();
      await Promise.all(running);

      expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(20);
      expect(outcomes).not.toContain('reset');
    });

    it('keeps idle connections as long as one of them is used', async () => {
      let nowMs = 0;
      const now = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
      const port = await start({ idleGraceMs: 100 });
      const [used, idle] = [open(port), open(port)];
      for (const socket of [used, idle]) {
        socket.write(GET);
        await once(socket, 'data');
      }
      await server?.closePort();
      const stopped = server?.stop();
      await new Promise(setImmediate);
      nowMs = 90;
      used.write(GET);
      expect(await text(used)).toMatch(LAST);
      nowMs = 189;
      // Long enough for several looks at idle connections.
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(idle.closed).toBe(false);
      nowMs = 190;
      await once(idle, 'close');
      await stopped;
      now.mockRestore();
    });

    it('would reset them if the port closed at once (control)', async () => {
      const naive = createServer((_request, response) => response.end('done'));
      await new Promise<void>((resolve) => naive.listen(0, '127.0.0.1', resolve));
      const waiting = Array.from({ length: 32 }, () => open((naive.address() as AddressInfo).port));
      for (const socket of waiting) socket.write(GET);
      await new Promise(process.nextTick);
      naive.close();

      const answers = await Promise.all(waiting.map((socket) => text(socket).catch(() => 'reset')));
      expect(answers).toContain('reset');
    });
  });
});

describe('HTTP_LIMITS', () => {
  it('keeps idle connections longer than proxies do, and checks often enough', () => {
    expect(HTTP_LIMITS.keepAliveTimeoutMs).toBeGreaterThan(60_000);
    expect(HTTP_LIMITS.checkIntervalMs).toBeLessThan(HTTP_LIMITS.headersTimeoutMs / 2);
  });
});
