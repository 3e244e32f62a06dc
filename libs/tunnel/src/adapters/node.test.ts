import { Agent, IncomingMessage, request as httpRequest, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import {
  buildEnvelope,
  createFakeClock,
  createScriptedIngest,
  deferred,
  until,
  type FakeClock,
  type ScriptedIngest,
} from '@adit/testing';
import { createTunnel, type Outcome, type Tunnel, type TunnelOptions } from '../index.ts';
import { startNodeServer, startSubject, type NodeServer } from '../../testing/node-server.helper.ts';
import { describeTunnelContract, type ContractSubject } from '../../testing/tunnel.contract.ts';
import { createListener, createNodeTransport } from './node.ts';
import { keepIn } from '../../testing/stubbed-tunnel.helper.ts';

async function startServer(options: TunnelOptions): Promise<ContractSubject> {
  const tunnel = createTunnel({ transport: createNodeTransport(), ...options });
  return startSubject(tunnel, createListener(tunnel));
}

describeTunnelContract('node', startServer);

describe('createListener', () => {
  let ingest: ScriptedIngest;
  let tunnel: Tunnel;
  let outcomes: Outcome[];
  let server: NodeServer;
  let envelope: Uint8Array;

  beforeEach(async () => {
    ingest = await createScriptedIngest();
    envelope = buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: {} }] });
    outcomes = [];
    tunnel = createTunnel({
      allowedDsns: [ingest.dsn()],
      transport: createNodeTransport(),
      tell: (fact) => keepIn(outcomes)(fact),
    });
    server = await startNodeServer(createListener(tunnel));
  });
  afterEach(async () => {
    await tunnel.close();
    await server.stop();
    await ingest.close();
  });

  const restart = async (
    listener: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<void> => {
    await server.stop();
    server = await startNodeServer(listener);
  };
  const head = (target: string, ...fields: string[]): string =>
    [`POST ${target} HTTP/1.1`, 'host: app.example.com', ...fields, '', ''].join('\r\n');
  const lengthField = (): string => `content-length: ${envelope.byteLength}`;

  describe('as a middleware', () => {
    it('passes other paths on and keeps its own', async () => {
      const passed: (string | undefined)[] = [];
      await restart((request, response) =>
        createListener(tunnel)(request, response, () => {
          passed.push(request.url);
          response.end('from the next');
        }),
      );
      expect((await server.send({ path: '/', method: 'GET' })).body.toString()).toBe('from the next');
      expect((await server.send({ path: '/monitoring-tunnel/', body: envelope })).status).toBe(200);
      expect((await server.send({ method: 'GET' })).status).toBe(405);
      expect(passed).toEqual(['/']);
    });

    it('keeps the paths of an open API door, and no others below it', async () => {
      await tunnel.close();
      tunnel = createTunnel({ allowedDsns: [ingest.dsn()], transport: createNodeTransport(), apiPath: '/' });
      await restart((request, response) =>
        createListener(tunnel)(request, response, () => response.writeHead(418).end()),
      );
      expect((await server.send({ path: '/api/42/envelope/', body: envelope })).status).toBe(200);
      expect((await server.send({ path: '/api/42/minidump/', body: envelope })).status).toBe(404);
      expect((await server.send({ path: '/api/42/orders/', body: envelope })).status).toBe(418);
    });

    it('ends a loop where the door stands in place of ingest', async () => {
      await tunnel.close();
      const handle: { current?: ReturnType<typeof createListener> } = {};
      await restart((request, response) => handle.current?.(request, response));
      tunnel = createTunnel({
        allowedDsns: [ingest.dsn()],
        ingestOrigin: server.origin,
        transport: createNodeTransport(),
        apiPath: '/',
        tell: (fact) => keepIn(outcomes)(fact),
      });
      handle.current = createListener(tunnel);
      const response = await server.send({ body: envelope });
      expect(response.status).toBe(508);
      expect(outcomes).toMatchObject([
        { kind: 'refused', reason: 'tunnel-loop' },
        { kind: 'forwarded', status: 508 },
      ]);
    });

    it('goes by the whole path where its framework has cut the mount point off', async () => {
      await restart((request, response) => {
        const mounted = Object.assign(request, { originalUrl: request.url, url: '/' });
        createListener(tunnel)(mounted, response, () => response.writeHead(418).end());
      });
      expect((await server.send({ body: envelope, query: 'o=0&p=42' })).status).toBe(200);
      expect((await server.send({ body: envelope, query: 'o=0&p=43' })).status).toBe(403);
      expect((await server.send({ path: '/', body: envelope })).status).toBe(418);
    });

    it('answers a request that says nothing of itself', async () => {
      const bare = new IncomingMessage(new Socket());
      const response = new ServerResponse(bare);
      createListener(tunnel)(bare, response);
      await until(() => response.headersSent);
      expect(outcomes).toMatchObject([{ reason: 'path-not-found' }]);
      expect(response.statusCode).toBe(404);
    });

    it('says what to do when a body parser came first', async () => {
      await restart((request, response) => {
        const listen = (): void => {
          createListener(tunnel)(request, response);
        };
        request.on('end', listen).resume();
      });
      const response = await server.send({ body: envelope });
      expect(response.status).toBe(500);
      expect(response.body.toString()).toContain('mount the tunnel ahead of any body parser');
      expect(outcomes).toMatchObject([{ kind: 'refused', reason: 'body-consumed' }]);
    });

    it('keeps its hands off a response that somebody else has begun', async () => {
      await restart((request, response) => {
        createListener(tunnel)(request, response);
        response.writeHead(503).end('timed out');
      });
      expect((await server.send({ body: envelope })).body.toString()).toBe('timed out');
      await until(() => outcomes.length === 1);
      expect(outcomes).toMatchObject([{ kind: 'forwarded' }]);
    });
  });

  it('answers a request in absolute form, whomever it names', async () => {
    const client = server.connect();
    client.write(head('http://evil.example.com/monitoring-tunnel?o=0&p=42', lengthField()));
    client.write(envelope);
    expect(await statusLineOf(client)).toBe('HTTP/1.1 200 OK');
    expect(ingest.received[0]?.headers.host).toBe(new URL(ingest.origin).host);
  });

  describe('a client that leaves', () => {
    it('after its whole envelope, with an announced length, is delivered', async () => {
      const gate = deferred();
      ingest.respondWith(async () => {
        await gate.promise;
        return {};
      });
      const client = server.connect();
      client.write(head('/monitoring-tunnel', lengthField()));
      client.write(envelope);
      await ingest.waitFor();
      client.destroy();
      await new Promise((resolve) => client.once('close', resolve));
      gate.resolve();
      await until(() => outcomes.length === 1);
      expect(outcomes).toMatchObject([{ kind: 'forwarded', status: 200 }]);
      expect(ingest.received[0]?.body.equals(envelope)).toBe(true);
    });

    it.each([
      ['announced', () => [lengthField()], (body: Uint8Array) => [body]],
      ['chunked', () => ['transfer-encoding: chunked'], inOneHttpChunk],
    ])('right after its last byte (%s) is delivered', async (_how, fields, frame) => {
      const client = server.connect();
      client.end(Buffer.concat([Buffer.from(head('/monitoring-tunnel', ...fields())), ...frame(envelope)]));
      client.resume();
      await ingest.waitFor();
      await until(() => outcomes.length === 1);
      expect(outcomes).toMatchObject([{ kind: 'forwarded' }]);
      expect(ingest.received[0]?.body.equals(envelope)).toBe(true);
    });

    it('before the application has passed its request on is delivered', async () => {
      await restart((request, response) => {
        response.once('close', () => {
          createListener(tunnel)(request, response);
        });
      });
      const client = server.connect();
      const request = Buffer.from(head('/monitoring-tunnel', 'transfer-encoding: chunked'));
      client.write(Buffer.concat([request, ...inOneHttpChunk(envelope)]), () => client.destroy());
      await ingest.waitFor();
      expect(ingest.received[0]?.body.equals(envelope)).toBe(true);
    });

    it('before its last byte is not', async () => {
      const client = server.connect();
      client.write(head('/monitoring-tunnel', `content-length: ${envelope.byteLength + 1}`));
      client.write(envelope, () => client.destroy());
      await until(() => outcomes.length === 1);
      expect(outcomes).toMatchObject([{ kind: 'aborted' }]);
      expect(ingest.received).toHaveLength(0);
    });
  });

  describe('a refused envelope', () => {
    const refusedBy = (agent: Agent, bodyBytes: number): Promise<number> =>
      new Promise((resolve, reject) => {
        const client = httpRequest(
          `${server.origin}/monitoring-tunnel`,
          { method: 'POST', agent },
          (response) => {
            response.resume().on('end', () => resolve(response.statusCode ?? 0));
          },
        );
        client.on('error', reject);
        client.end(Buffer.concat([Buffer.from('boom\n'), Buffer.alloc(bodyBytes)]));
      });

    it('is read to its end, if that is near, and its connection serves on', async () => {
      let connections = 0;
      server.onConnection(() => (connections += 1));
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      expect(await refusedBy(agent, 500_000)).toBe(400);
      expect(await refusedBy(agent, 10)).toBe(400);
      expect(await refusedBy(agent, 500_000)).toBe(400);
      expect(connections).toBe(1);
      agent.destroy();
    });

    it('that goes on and on is answered, then cut off', async () => {
      const client = server.connect();
      client.on('error', () => undefined);
      const statusLine = statusLineOf(client);
      client.write(head('/monitoring-tunnel', 'content-length: 100000000'));
      client.write('boom\n');
      expect(await statusLine).toBe('HTTP/1.1 400 Bad Request');
      let sentBytes = 0;
      while (!client.destroyed) {
        sentBytes += 65_536;
        await new Promise((resolve) => client.write(new Uint8Array(65_536), resolve));
      }
      expect(sentBytes).toBeLessThan(100_000_000);
    });

    it('that is announced as too large is answered before it is sent', async () => {
      const client = server.connect();
      client.write(head('/monitoring-tunnel', `content-length: ${300 * 1_024 * 1_024}`));
      expect(await statusLineOf(client)).toBe('HTTP/1.1 413 Payload Too Large');
      client.destroy();
    });
  });

  describe('a client that keeps the tunnel waiting', () => {
    let clock: FakeClock;

    beforeEach(async () => {
      await tunnel.close();
      clock = createFakeClock();
      tunnel = createTunnel({
        allowedDsns: [ingest.dsn()],
        transport: createNodeTransport(),
        clock,
        times: { bodyTimeoutMs: 5_000 },
        tell: (fact) => keepIn(outcomes)(fact),
      });
      await restart(createListener(tunnel));
    });

    /** Everything that is received until the connection closes. */
    const answerTo = async (send: (client: Socket) => Promise<void>): Promise<string> => {
      const client = server.connect();
      const closed = new Promise((resolve) => client.once('close', resolve));
      let received = '';
      client.on('error', () => undefined);
      client.on('data', (data) => (received += data.toString('latin1')));
      await send(client);
      await closed;
      return received;
    };

    it.each([
      ['announced', () => lengthField()],
      ['announced as large', () => 'content-length: 1000000'],
      ['chunked', () => 'transfer-encoding: chunked'],
    ])('for its body (%s) is answered 408, and its connection closed', async (_how, field) => {
      const answer = await answerTo(async (client) => {
        client.write(head('/monitoring-tunnel', field()));
        await until(() => clock.pending > 0);
        await clock.advance(5_000);
      });
      expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(answer.toLowerCase()).toContain('connection: close');
      expect(answer).toContain('{"detail":"the request body did not arrive in time"}');
      expect(outcomes).toMatchObject([{ reason: 'body-timed-out' }]);
      expect(clock.pending).toBe(0);
    });

    it('a byte at a time is answered 408 as well', async () => {
      const answer = await answerTo(async (client) => {
        client.write(head('/monitoring-tunnel', 'transfer-encoding: chunked'));
        for (let sent = 0; outcomes.length === 0; sent += 1) {
          client.write('1\r\n{\r\n');
          await until(() => outcomes.length > 0 || clock.pending > 0);
          await clock.advance(250);
          expect(sent).toBeLessThan(100);
        }
      });
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    });

    it('by other refusals keeps its connection (control)', async () => {
      let connections = 0;
      server.onConnection(() => (connections += 1));
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const get = (): Promise<number> =>
        new Promise((resolve, reject) => {
          const client = httpRequest(`${server.origin}/monitoring-tunnel`, { agent }, (response) => {
            response.resume().on('end', () => resolve(response.statusCode ?? 0));
          });
          client.on('error', reject).end();
        });
      expect([await get(), await get(), connections]).toEqual([405, 405, 1]);
      agent.destroy();
    });
  });

  describe('memory', () => {
    const TOTAL_BYTES = 64 * 1_024 * 1_024;
    // The most the kernel may hold between two sockets of the loopback interface, with a margin.
    const KERNEL_BYTES = 16 * 1_024 * 1_024;

    let acceptedBytes: number;
    let slowIngest: NodeServer;

    beforeEach(async () => {
      acceptedBytes = 0;
      slowIngest = await startNodeServer((request, response) => {
        void (async () => {
          for await (const chunk of request as AsyncIterable<Buffer>) {
            acceptedBytes += chunk.byteLength;
            await new Promise(setImmediate);
          }
          response.end('{}');
        })();
      });
    });
    afterEach(() => slowIngest.stop());

    const envelopeHead = (): Buffer =>
      Buffer.concat([envelope, Buffer.from(`\n{"type":"attachment","length":${TOTAL_BYTES}}\n`)]);

    /** The most bytes that the process had read from the client and not yet passed to ingest. */
    const mostHeldBy = async (listener: (request: IncomingMessage, response: ServerResponse) => void) => {
      let client: IncomingMessage | undefined;
      await restart((request, response) => {
        client = request;
        listener(request, response);
      });
      let mostHeldBytes = 0;
      const source = async function* (): AsyncGenerator<Uint8Array> {
        yield envelopeHead();
        const chunk = new Uint8Array(65_536);
        for (let sent = 0; sent < TOTAL_BYTES; sent += chunk.byteLength) {
          yield chunk;
          mostHeldBytes = Math.max(mostHeldBytes, (client?.socket.bytesRead ?? 0) - acceptedBytes);
        }
      };
      expect((await server.send({ body: source() })).status).toBe(200);
      expect(acceptedBytes).toBe(TOTAL_BYTES + envelopeHead().byteLength);
      return mostHeldBytes;
    };

    it('S11 stays small however large the envelope and slow the ingest', async () => {
      const streaming = createTunnel({
        allowedDsns: [ingest.dsn()],
        ingestOrigin: slowIngest.origin,
        transport: createNodeTransport(),
      });
      expect(await mostHeldBy(createListener(streaming))).toBeLessThan(KERNEL_BYTES);
      await streaming.close();
    });

    it('would not in a tunnel that buffers (control)', async () => {
      const buffering = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        const chunks: Buffer[] = [];
        for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
        await fetch(slowIngest.origin, { method: 'POST', body: Buffer.concat(chunks) });
        response.end();
      };
      const held = await mostHeldBy((request, response) => void buffering(request, response));
      expect(held).toBeGreaterThan(KERNEL_BYTES);
    });
  });
});

function inOneHttpChunk(body: Uint8Array): Uint8Array[] {
  return [Buffer.from(`${body.byteLength.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')];
}

function statusLineOf(client: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    client.once('error', reject);
    client.once('data', (data: Buffer) => resolve(data.toString('latin1').split('\r\n', 1)[0] ?? ''));
  });
}
