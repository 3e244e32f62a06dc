import { hasSubscribers, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once, type EventEmitter } from 'node:events';
import {
  createServer,
  request,
  Server,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { createServer as createHttpsServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buildEnvelope, createScriptedIngest, until, type ScriptedIngest } from '@adit/testing';
import { getCurrentScope, getIsolationScope, spanToJSON } from '@sentry/core';
import { getHttpServerSubscriptions, HTTP_ON_SERVER_REQUEST, ServerRuntimeClient } from '@sentry/core/server';
import { createTunnel, type Tunnel, type TunnelOptions } from '../index.ts';
import { listen, startNodeServer, type NodeServer } from '../../testing/node-server.helper.ts';
import { describeTunnelContract } from '../../testing/tunnel.contract.ts';
import { interceptHttpServers, interceptRequests, type InterceptOptions } from './intercept.ts';
import { createNodeTransport } from './node.ts';

const PATH = '/monitoring-tunnel';

describeTunnelContract(
  'intercepted server',
  async (options) => {
    const tunnel = createTunnel({ transport: createNodeTransport(), ...options });
    const undo = interceptHttpServers(tunnel);
    const server = await startNodeServer((_request, response) => {
      response.writeHead(404).end();
    });
    return {
      tunnel,
      send: server.send,
      stop: async () => {
        undo();
        await tunnel.close();
        await server.stop();
      },
    };
  },
  {
    oneCaseOfEachResult: 'createListener, which the node adapter runs all cases on, does the work',
  },
);

describe('interceptHttpServers', () => {
  let ingest: ScriptedIngest;
  let envelope: Uint8Array;
  let ends: (() => unknown)[];
  /** The targets of the requests that reached the application. */
  let seen: (string | undefined)[];

  beforeEach(async () => {
    ends = [];
    seen = [];
    ingest = await createScriptedIngest();
    envelope = buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: {} }] });
  });
  afterEach(async () => {
    for (const end of ends.reverse()) await end();
    await ingest.close();
  });

  const application: RequestListener = (request, response) => {
    seen.push(request.url);
    // A status that no answer of a tunnel has.
    response.writeHead(203).end(`application ${request.url}`);
  };
  const startApplication = async (listener = application): Promise<NodeServer> => {
    const server = await startNodeServer(listener);
    ends.push(server.stop);
    return server;
  };
  const openTunnel = (options: Partial<TunnelOptions> = {}): Tunnel => {
    const tunnel = createTunnel({
      allowedDsns: [ingest.dsn()],
      transport: createNodeTransport(),
      ...options,
    });
    ends.push(tunnel.close);
    return tunnel;
  };
  const intercept = (tunnel = openTunnel(), options?: InterceptOptions): (() => void) => {
    const undo = interceptHttpServers(tunnel, options);
    ends.push(undo);
    return undo;
  };
  const post = async (server: NodeServer, path = PATH): Promise<number> =>
    (await server.send({ path, body: envelope })).status;
  const get = async (server: NodeServer, path = '/'): Promise<string> =>
    (await server.send({ method: 'GET', path })).body.toString();

  it('answers on servers that were there before and on those that come later', async () => {
    const before = await startApplication();
    expect(await get(before, PATH)).toBe(`application ${PATH}`);
    intercept();
    const after = await startApplication();
    expect(await post(before)).toBe(200);
    expect(await post(after)).toBe(200);
    expect(seen).toEqual([PATH]);
    expect(ingest.received[0]?.headers['x-forwarded-for']).toBe('127.0.0.1');
  });

  it('leaves every other request to the application', async () => {
    intercept();
    const server = await startApplication();
    for (const path of [
      '/',
      `${PATH}2`,
      `${PATH}//`,
      `${PATH}/x`,
      `/x${PATH}`,
      '/Monitoring-Tunnel',
      `/?${PATH}`,
    ]) {
      expect(await get(server, path)).toBe(`application ${path}`);
      expect(await post(server, path)).toBe(203);
    }
    expect(ingest.received).toHaveLength(0);
    expect(seen).toHaveLength(14);
  });

  it.each([`${PATH}/`, `${PATH}?o=0&p=42`, `${PATH}/?o=0&p=42`, `http://any.example.com${PATH}?o=0`])(
    'answers at %s',
    async (path) => {
      intercept();
      expect(await post(await startApplication(), path)).toBe(200);
      expect(ingest.received).toHaveLength(1);
    },
  );

  it('answers at a path with a trailing slash whether requests have it or not', async () => {
    intercept(openTunnel({ path: '/a/b/' }));
    const server = await startApplication();
    expect(await post(server, '/a/b')).toBe(200);
    expect(await post(server, '/a/b/')).toBe(200);
    expect(ingest.received).toHaveLength(2);
  });

  it('answers at the root where that is the path', async () => {
    intercept(openTunnel({ path: '/' }));
    const server = await startApplication();
    expect(await post(server, '/?o=0&p=42')).toBe(200);
    expect(await get(server, '/x')).toBe('application /x');
    expect(ingest.received).toHaveLength(1);
  });

  it('comes before listeners that were added before and after', async () => {
    const server = createServer(application);
    intercept();
    server.prependListener('request', (request: IncomingMessage) => seen.push(`prepended ${request.url}`));
    const listening = await listen(server);
    ends.push(listening.stop);
    await post(listening);
    expect(seen).toEqual([]);
    await get(listening);
    expect(seen).toEqual(['prepended /', '/']);
  });

  it('serves a connection on, whoever answered before', async () => {
    intercept();
    const server = await startApplication();
    let connections = 0;
    server.onConnection(() => (connections += 1));
    const client = server.connect();
    ends.push(() => client.destroy());
    let received = '';
    client.on('data', (data: Buffer) => (received += data.toString()));
    const head = `POST ${PATH} HTTP/1.1\r\nhost: a\r\ncontent-length: ${envelope.byteLength}\r\n\r\n`;
    const other = 'GET /x HTTP/1.1\r\nhost: a\r\n\r\n';
    // Pipelined: the answers arrive in the order of the requests.
    client.write(Buffer.concat([head, envelope, other, head, envelope].map((part) => Buffer.from(part))));
    await until(() => received.split('HTTP/1.1 20').length === 4);
    expect(received.indexOf('application /x')).toBeGreaterThan(received.indexOf('HTTP/1.1 200'));
    expect(received.lastIndexOf('HTTP/1.1 200')).toBeGreaterThan(received.indexOf('application /x'));
    expect(connections).toBe(1);
  });

  describe('a client that waits for "100 Continue"', () => {
    const headers = { expect: '100-continue' };

    it('is told to continue, though the application would decide about that', async () => {
      const server = createServer(application);
      server.on('checkContinue', (request: IncomingMessage, response) => {
        seen.push(`asked ${request.url}`);
        response.writeHead(417).end();
      });
      const listening = await listen(server);
      ends.push(listening.stop);
      intercept();
      const client = request({ port: listening.port, method: 'POST', path: PATH, headers, agent: false });
      ends.push(() => client.destroy());
      client.flushHeaders();
      await once(client, 'continue');
      client.end(envelope);
      const [response] = (await once(client, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      expect((await listening.send({ path: '/x', body: envelope, headers })).status).toBe(417);
      expect(seen).toEqual(['asked /x']);
    });

    it('is told by node:http where the application does not', async () => {
      intercept();
      expect((await (await startApplication()).send({ body: envelope, headers })).status).toBe(200);
    });
  });

  it('leaves upgrades to the application', async () => {
    intercept();
    const server = createServer(application);
    server.on('upgrade', (request: IncomingMessage, socket) => {
      seen.push(`upgraded ${request.url}`);
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    });
    const listening = await listen(server);
    ends.push(listening.stop);
    const client = listening.connect();
    client.write(`GET ${PATH} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`);
    await new Promise((resolve) => client.once('data', resolve));
    expect(seen).toEqual([`upgraded ${PATH}`]);
  });

  it('answers on https servers', async () => {
    intercept();
    // Anonymous key exchange: a server that needs no certificate.
    const secure = { ciphers: 'aNULL:@SECLEVEL=0', maxVersion: 'TLSv1.2', dhparam: 'auto' } as const;
    const server = createHttpsServer(secure, application);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const status = await new Promise((resolve, reject) => {
      const options = { ...secure, port, host: '127.0.0.1', method: 'POST', path: PATH, agent: false };
      httpsRequest(
        { ...options, rejectUnauthorized: false, checkServerIdentity: () => undefined },
        (response) => {
          resolve(response.resume().statusCode);
        },
      )
        .on('error', reject)
        .end(envelope);
    });
    expect(status).toBe(200);
    expect(seen).toEqual([]);
  });

  describe('HTTP/2', () => {
    const postHttp2 = async (port: number): Promise<[number | undefined, string]> => {
      const session = connectHttp2(`http://127.0.0.1:${port}`);
      const stream = session.request({ ':method': 'POST', ':path': PATH });
      stream.end(envelope);
      let status: number | undefined;
      stream.on('response', (headers) => (status = headers[':status']));
      const chunks: Buffer[] = [];
      for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
      session.close();
      return [status, Buffer.concat(chunks).toString()];
    };

    it('is answered by servers that are named, with its compatibility API', async () => {
      const server = createHttp2Server((request, response) => {
        response.end(`application ${request.url}`);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      ends.push(() => server.close());
      const { port } = server.address() as AddressInfo;
      expect(await postHttp2(port)).toEqual([200, `application ${PATH}`]);
      intercept(openTunnel(), { servers: [server] });
      expect((await postHttp2(port))[0]).toBe(200);
      expect(ingest.received).toHaveLength(1);
    });
  });

  describe('with servers named', () => {
    it('answers on these alone', async () => {
      const named = createServer(application);
      const listening = await listen(named);
      ends.push(listening.stop);
      const other = await startApplication();
      const undo = intercept(openTunnel(), { servers: [named] });
      expect(await post(listening)).toBe(200);
      expect(await get(other, PATH)).toBe(`application ${PATH}`);
      undo();
      expect(await get(listening, PATH)).toBe(`application ${PATH}`);
      expect(ingest.received).toHaveLength(1);
    });

    it('can answer at one path with a tunnel for each', async () => {
      const servers = [createServer(application), createServer(application)] as const;
      const [a, b] = [await listen(servers[0]), await listen(servers[1])];
      ends.push(a.stop, b.stop);
      const tunnels = [openTunnel(), openTunnel(), openTunnel()] as const;
      intercept(tunnels[0]);
      intercept(tunnels[1], { servers: [servers[0], servers[1]] });
      const undo = intercept(tunnels[2], { servers: [servers[1]] });
      await post(a);
      await post(b);
      undo();
      await post(b);
      expect(tunnels.map((tunnel) => tunnel.stats().forwarded)).toEqual([0, 2, 1]);
    });
  });

  describe('with a base path', () => {
    it.each(['/docs', '/docs/'])('%s answers below it, by the path of its own', async (basePath) => {
      intercept(openTunnel(), { basePath });
      const server = await startApplication();
      expect(await post(server, `/docs${PATH}?o=0&p=42`)).toBe(200);
      expect(await post(server, `/docs${PATH}/?o=0&p=43`)).toBe(403);
      expect(await get(server, PATH)).toBe(`application ${PATH}`);
    });

    it.each(['docs', '//docs', '/docs?x', 'http://docs'])('%s is refused with what to give', (basePath) => {
      expect(() => interceptHttpServers(openTunnel(), { basePath })).toThrow(
        new TypeError(
          `interceptHttpServers: basePath is ${JSON.stringify(basePath)}; accepted is a path that begins with one slash, such as "/docs".`,
        ),
      );
    });
  });

  describe('the API door', () => {
    const DOOR = '/sentry/api/42/envelope/';

    it('leaves every other path below it to the application', async () => {
      intercept(openTunnel({ apiPath: '/' }));
      const server = await startApplication();
      for (const path of ['/api/hello', '/api/42/orders', '/api/42/envelope/x', '/api/', '/apix', '/']) {
        expect(await post(server, path)).toBe(203);
      }
      expect(await post(server, '/api/42/envelope/?a=b')).toBe(200);
      expect(await post(server, 'http://any.example.com/api/42/envelope/')).toBe(200);
      expect(await post(server)).toBe(200);
      expect(seen).toHaveLength(6);
    });

    it('is below the base path', async () => {
      intercept(openTunnel({ apiPath: '/sentry' }), { basePath: '/docs' });
      const server = await startApplication();
      expect(await post(server, `/docs${DOOR}`)).toBe(200);
      expect(await post(server, `/docs${PATH}`)).toBe(200);
      expect(await post(server, DOOR)).toBe(203);
      expect(await post(server, '/docs/sentry/api/42/envelope')).toBe(200);
    });

    it('stays open when a tunnel without one takes over the path', async () => {
      const [older, newer] = [openTunnel({ apiPath: '/sentry' }), openTunnel()];
      intercept(older);
      intercept(newer);
      const server = await startApplication();
      expect([await post(server, DOOR), await post(server)]).toEqual([200, 200]);
      expect([older.stats().forwarded, newer.stats().forwarded]).toEqual([1, 1]);
    });

    it('is taken over with the path', async () => {
      const [older, newer] = [openTunnel({ apiPath: '/sentry' }), openTunnel({ apiPath: '/sentry' })];
      intercept(older);
      intercept(newer)();
      const server = await startApplication();
      expect([await post(server, DOOR), await post(server)]).toEqual([203, 203]);
    });
  });

  describe('several calls', () => {
    it('with one tunnel answer once', async () => {
      const tunnel = openTunnel();
      intercept(tunnel);
      const undo = intercept(tunnel);
      const server = await startApplication();
      expect(await post(server)).toBe(200);
      expect(tunnel.stats().forwarded).toBe(1);
      undo();
      expect(await get(server, PATH)).toBe(`application ${PATH}`);
    });

    it('with two tunnels of different paths answer at both', async () => {
      const [a, b] = [openTunnel({ path: '/a' }), openTunnel({ path: '/b' })];
      const undo = intercept(a);
      intercept(b);
      const server = await startApplication();
      await post(server, '/a');
      await post(server, '/b');
      undo();
      expect(await get(server, '/a')).toBe('application /a');
      await post(server, '/b');
      expect([a.stats().forwarded, b.stats().forwarded]).toEqual([1, 2]);
    });

    it('with two tunnels of one path leave it to the newer, and the older’s undo is without effect', async () => {
      const [older, newer] = [openTunnel(), openTunnel({ path: `${PATH}/` })];
      const undoOlder = intercept(older);
      intercept(newer);
      const server = await startApplication();
      await post(server);
      undoOlder();
      undoOlder();
      await post(server);
      expect([older.stats().forwarded, newer.stats().forwarded]).toEqual([0, 2]);
    });

    it('of a module that was loaded twice leave the path to the newer', async () => {
      const older = openTunnel();
      const newer = openTunnel();
      intercept(older);
      let copy = interceptHttpServers;
      await jest.isolateModulesAsync(async () => {
        ({ interceptHttpServers: copy } = await import('./intercept.ts'));
      });
      expect(copy).not.toBe(interceptHttpServers);
      ends.push(copy(newer));
      await post(await startApplication());
      expect([older.stats().forwarded, newer.stats().forwarded]).toEqual([0, 1]);
    });
  });

  it('leaves nothing behind once it is undone', async () => {
    const server = createServer(application);
    const listening = await listen(server);
    ends.push(listening.stop);
    const undo = intercept();
    await post(listening);
    expect(Object.hasOwn(server, 'emit')).toBe(true);
    undo();
    expect(await get(listening, PATH)).toBe(`application ${PATH}`);
    expect(Object.hasOwn(server, 'emit')).toBe(false);
    expect(hasSubscribers(HTTP_ON_SERVER_REQUEST)).toBe(false);
    intercept();
    expect(await post(listening)).toBe(200);
  });

  it('lets the requests under way come to their end when it is undone', async () => {
    const undo = intercept();
    const server = await startApplication();
    ingest.respondWith(() => {
      undo();
      return { status: 200 };
    });
    expect(await post(server)).toBe(200);
    expect(seen).toEqual([]);
  });

  describe('beside others that patch `emit`', () => {
    type Emit = (this: EventEmitter, event: string, ...args: unknown[]) => boolean;
    let patched: string[];

    beforeEach(() => {
      patched = [];
    });

    const record = (event: string, request: unknown): void => {
      const { url = '' } = event === 'request' ? (request as IncomingMessage) : {};
      // Ingest is also a server of this process.
      if (url !== '' && !url.startsWith('/api/')) patched.push(url);
    };
    /** As `@sentry/core` does. */
    const patchServer = (server: Server): (() => void) => {
      const { emit } = server as unknown as { emit: Emit };
      server.emit = function (this: EventEmitter, event: string, ...args: unknown[]) {
        record(event, args[0]);
        return Reflect.apply(emit, this, [event, ...args]);
      };
      return () => (server.emit = emit);
    };
    /** As `@opentelemetry/instrumentation-http` does. */
    const patchPrototype = (): (() => void) => {
      const { emit } = Server.prototype as unknown as { emit: Emit };
      Object.assign(Server.prototype, {
        emit(this: EventEmitter, event: string, ...args: unknown[]) {
          record(event, args[0]);
          return Reflect.apply(emit, this, [event, ...args]);
        },
      });
      return () => Reflect.deleteProperty(Server.prototype, 'emit');
    };

    it.each([
      ['a server', patchServer],
      ['the prototype', patchPrototype],
    ])('answers, and they keep seeing the rest, whoever patched %s first', async (_what, patch) => {
      const before = createServer(application);
      const after = createServer(application);
      const [a, b] = [await listen(before), await listen(after)];
      ends.push(a.stop, b.stop);

      let unpatch = patch(before);
      const undo = intercept();
      expect([await post(a), await get(a, '/1')]).toEqual([200, 'application /1']);
      undo();
      expect(await get(a, '/2')).toBe('application /2');
      unpatch();
      expect(patched).toEqual(['/1', '/2']);

      intercept();
      expect(await post(b)).toBe(200);
      unpatch = patch(after);
      patched = [];
      expect([await post(b), await get(b, '/3')]).toEqual([200, 'application /3']);
      unpatch();
      expect(patched.filter((url) => url !== PATH)).toEqual(['/3']);
      expect(ingest.received).toHaveLength(3);
      expect(seen).toEqual(['/1', '/2', '/3']);
    });

    it('stays out of the way where somebody has patched over it when it is undone', async () => {
      const server = createServer(application);
      const listening = await listen(server);
      ends.push(listening.stop);
      const undo = intercept();
      await post(listening);
      patchServer(server);
      undo();
      expect(await get(listening, PATH)).toBe(`application ${PATH}`);
      intercept();
      expect(await post(listening)).toBe(200);
      expect(patched).toEqual([PATH, PATH]);
    });
  });

  describe('beside the instrumentation of `@sentry/core`', () => {
    it.each(['before', 'after'])('is subscribed %s it, and no envelope makes a span', async (order) => {
      const sdk = new ServerRuntimeClient({
        dsn: ingest.dsn(),
        integrations: [],
        stackParser: () => [],
        tracesSampleRate: 1,
        transport: () => ({ send: () => Promise.resolve({}), flush: () => Promise.resolve(true) }),
      });
      const scopes = [getCurrentScope(), getIsolationScope()];
      const spans: string[] = [];
      sdk.on('spanEnd', (span) => spans.push(JSON.stringify(spanToJSON(span))));
      const instrument = getHttpServerSubscriptions({ spans: true })[HTTP_ON_SERVER_REQUEST];
      const start = (): void => {
        for (const scope of scopes) scope.setClient(sdk);
        subscribe(HTTP_ON_SERVER_REQUEST, instrument);
      };
      ends.push(() => {
        for (const scope of scopes) scope.setClient(undefined);
        unsubscribe(HTTP_ON_SERVER_REQUEST, instrument);
      });

      if (order === 'after') start();
      intercept();
      if (order === 'before') start();
      const server = await startApplication();
      expect(await post(server)).toBe(200);
      for (const path of ['/1', '/2', '/3']) expect(await get(server, path)).toBe(`application ${path}`);
      expect(await post(server)).toBe(200);
      expect(await get(server, '/4')).toBe('application /4');

      const served = (path: string): number => spans.filter((span) => span.includes(`"${path}"`)).length;
      await until(() => served('/4') === 1);
      expect(['/1', '/2', '/3', '/4', PATH].map(served)).toEqual([1, 1, 1, 1, 0]);
      expect(ingest.received).toHaveLength(2);
    });
  });
});

describe('interceptRequests', () => {
  let server: NodeServer;
  let ends: (() => unknown)[];
  /** The targets of the requests that reached the application. */
  let seen: (string | undefined)[];
  /** Whether Sentry takes each of them for instrumented already. */
  let marks: boolean[];

  beforeEach(async () => {
    seen = [];
    marks = [];
    server = await startNodeServer((incoming, response) => {
      seen.push(incoming.url);
      marks.push(Reflect.has(incoming, Symbol.for('sentry_http_server_instrumented')));
      response.writeHead(203).end('application');
    });
    ends = [server.stop];
  });
  afterEach(async () => {
    for (const end of ends.reverse()) await end();
  });

  const statusOf = async (path: string, headers?: Record<string, string>): Promise<number> => {
    const asked = request(`${server.origin}${path}`, { headers, agent: false });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode ?? 0;
  };

  it('answers what it claims, and passes what it cannot answer, also later', async () => {
    const undo = interceptRequests({
      claims: ({ url = '' }) => url.startsWith('/mine/'),
      answer: ({ url }, response, pass) => {
        if (url === '/mine/now') pass();
        else if (url === '/mine/later') setImmediate(pass);
        else response.writeHead(200).end();
      },
    });
    ends.push(undo);
    expect(await statusOf('/mine/a')).toBe(200);
    expect(await statusOf('/mine/now')).toBe(203);
    expect(await statusOf('/mine/later')).toBe(203);
    expect(marks).toEqual([false, false]);
    expect(await statusOf('/other')).toBe(203);
    expect(seen).toEqual(['/mine/now', '/mine/later', '/other']);
    undo();
    expect(await statusOf('/mine/a')).toBe(203);
  });

  it('lets requests with Expect pass, and other servers keep theirs', async () => {
    const all = {
      claims: () => true,
      answer: (_request: unknown, response: ServerResponse) => void response.end(),
    };
    ends.push(interceptRequests(all, { servers: [new Server()] }));
    expect(await statusOf('/')).toBe(203);
    ends.push(interceptRequests(all));
    expect(await statusOf('/')).toBe(200);
    expect(await statusOf('/', { expect: '100-continue' })).toBe(203);
  });

  it('stands beside a tunnel, whichever comes first', async () => {
    const tunnel = createTunnel({
      allowedDsns: ['https://key@sentry.example/1'],
      transport: createNodeTransport(),
    });
    const claim = {
      claims: ({ url }: IncomingMessage) => url === '/mine',
      answer: (_: unknown, response: ServerResponse) => void response.end(),
    };
    ends.push(interceptRequests(claim), interceptHttpServers(tunnel), interceptRequests(claim), tunnel.close);
    expect(await statusOf('/mine')).toBe(200);
    expect(await statusOf(tunnel.path)).toBe(405);
  });
});
