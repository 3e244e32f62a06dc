import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import {
  buildEnvelope,
  createFakeClock,
  createScriptedIngest,
  until,
  type FakeClock,
  type ScriptedIngest,
} from '@adit/testing';
import { createTunnel, type Outcome, type Tunnel, type TunnelOptions } from '../index.ts';
import { createMemoryThrottle } from '@adit/spool/memory';
import { listen, type NodeServer } from '../../testing/node-server.helper.ts';
import { createListener, createNodeDecoders, createNodeTransport } from './node.ts';
import { keepIn } from '../../testing/stubbed-tunnel.helper.ts';

const DSN = 'http://0123456789abcdef0123456789abcdef@ingest.example.com/42';
const PATH = '/monitoring-tunnel';

const envelopeOf = (payload: string | Uint8Array): Buffer =>
  Buffer.from(buildEnvelope({ dsn: DSN, items: [{ type: 'attachment', payload }] }));
const ENVELOPE = envelopeOf('four');

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Writes raw bytes, and returns everything that is answered until the connection closes. */
function exchange(port: number, ...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const client = connect(port, '127.0.0.1');
  let answer = '';
  client.on('error', () => undefined).on('data', (data: Buffer) => (answer += data.toString('latin1')));
  client.write(Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin1(part) : part))));
  return new Promise((resolve) => client.once('close', () => resolve(answer)));
}

const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

let tunnel: Tunnel;
let server: NodeServer;
let outcomes: Outcome[];

async function startTunnel(
  options: Partial<TunnelOptions>,
  wrap: (listener: RequestListener) => RequestListener = (listener) => listener,
): Promise<void> {
  outcomes = [];
  tunnel = createTunnel({
    allowedDsns: [DSN],
    transport: createNodeTransport(),
    decoders: createNodeDecoders(),
    tell: (fact) => keepIn(outcomes)(fact),
    ...options,
  });
  const http = createHttpServer(wrap(createListener(tunnel)));
  // A connection without outstanding answers closes, so the client knows that it has received everything.
  let unanswered = 0;
  http.prependListener('request', (_request, response) => {
    unanswered += 1;
    response.once('close', () => {
      unanswered -= 1;
      if (unanswered === 0) setImmediate(() => http.closeIdleConnections());
    });
  });
  server = await listen(http);
}

async function stopTunnel(): Promise<void> {
  await server.stop();
  await tunnel.close();
}

/** The start of every request that a client writes by hand: request line and host. */
const HEAD = `POST ${PATH} HTTP/1.1\r\nhost: app.example.com\r\n`;
const LENGTH = `content-length: ${ENVELOPE.byteLength}\r\n`;
const CHUNKED = 'transfer-encoding: chunked\r\n';

const chunk = (bytes: Uint8Array, extension = ''): Buffer =>
  Buffer.concat([latin1(`${bytes.byteLength.toString(16)}${extension}\r\n`), bytes, latin1('\r\n')]);
const LAST_CHUNK = '0\r\n\r\n';

interface SplitRequest {
  readonly head: string;
  readonly body: Buffer;
}

/** Splits the bytes of a connection into requests (RFC 9112 §6.3). `rest` is not a whole request. */
function splitRequests(wire: Buffer): { readonly requests: SplitRequest[]; readonly rest: Buffer } {
  const requests: SplitRequest[] = [];
  let rest = wire;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd < 0) return { requests, rest };
    const head = rest.toString('latin1', 0, headEnd);
    const length = /^content-length: (\d+)$/im.exec(head)?.[1];
    const isChunked = /^transfer-encoding: chunked$/im.test(head);
    if ((length !== undefined) === isChunked) throw new Error(`Of two minds about its length: ${head}`);
    const body = rest.subarray(headEnd + 4);
    const taken =
      length === undefined
        ? takeChunks(body)
        : { body: body.subarray(0, Number(length)), end: Number(length) };
    if (taken === undefined || taken.end > body.byteLength) return { requests, rest };
    requests.push({ head, body: taken.body });
    rest = body.subarray(taken.end);
  }
}

function takeChunks(bytes: Buffer): { readonly body: Buffer; readonly end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let position = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', position);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', position, lineEnd), 16);
    const start = lineEnd + 2;
    chunks.push(bytes.subarray(start, start + size));
    position = start + size + 2;
    if (position > bytes.byteLength) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), end: position };
  }
}

describe('requests that parsers split differently', () => {
  /** An ingest that records the bytes of each connection as they arrive, and answers each whole request. */
  let wires: Buffer[];
  let ingest: Server;
  let open: Set<Socket>;

  beforeEach(async () => {
    wires = [];
    open = new Set();
    ingest = createServer((socket) => {
      open.add(socket);
      const index = wires.push(Buffer.alloc(0)) - 1;
      let answered = 0;
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
      socket.on('data', (data: Buffer) => {
        wires[index] = Buffer.concat([wires[index]!, data]);
        for (const { requests } = splitRequests(wires[index]); answered < requests.length; answered += 1) {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
        }
      });
    });
    await new Promise<void>((resolve) => ingest.listen(0, '127.0.0.1', resolve));
    await startTunnel({ ingestOrigin: `http://127.0.0.1:${portOf(ingest)}` });
  });
  afterEach(async () => {
    await stopTunnel();
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => ingest.close(resolve));
  });

  const portOf = (of: Server): number => (of.address() as AddressInfo).port;
  const reached = (): SplitRequest[] => wires.flatMap((wire) => splitRequests(wire).requests);
  const isMarked = (): boolean => wires.some((wire) => wire.includes('smuggled'));

  /** The bytes that an attacker wants ingest to read as a separate request. */
  const SMUGGLED = 'POST /api/1/store/?smuggled HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';

  /** A chunked body that ends after the envelope. */
  const CHUNKS = Buffer.concat([chunk(ENVELOPE), latin1(LAST_CHUNK)]);
  /** The length of the body including the smuggled request. */
  const ALL_BYTES = CHUNKS.byteLength + SMUGGLED.length;
  const LARGE = envelopeOf(Buffer.alloc(200_000, 'x'));
  const bareLf = (text: string): string => text.replaceAll('\r\n', '\n');

  type Attempt = readonly [
    name: string,
    fields: string,
    body: readonly (string | Uint8Array)[],
    status: number,
  ];

  const attempts: readonly Attempt[] = [
    ['a length beside chunks', `content-length: ${ALL_BYTES}\r\n${CHUNKED}`, [CHUNKS], 400],
    ['chunks beside a length', `${CHUNKED}content-length: ${ALL_BYTES}\r\n`, [CHUNKS], 400],
    ['two lengths', `${LENGTH}content-length: ${ENVELOPE.byteLength + SMUGGLED.length}\r\n`, [ENVELOPE], 400],
    ['the same length twice', LENGTH + LENGTH, [ENVELOPE], 400],
    ['a list of lengths', `content-length: ${ENVELOPE.byteLength}, 9\r\n`, [ENVELOPE], 400],
    ['a length with a sign', `content-length: +${ENVELOPE.byteLength}\r\n`, [ENVELOPE], 400],
    ['a length in hexadecimal', `content-length: 0x${ENVELOPE.byteLength.toString(16)}\r\n`, [ENVELOPE], 400],
    ['a space before the colon', `content-length : ${ENVELOPE.byteLength}\r\n`, [ENVELOPE], 400],
    ['chunked, identity', 'transfer-encoding: chunked, identity\r\n', [CHUNKS], 400],
    ['chunked, then identity', `${CHUNKED}transfer-encoding: identity\r\n`, [CHUNKS], 400],
    ['identity with a length', `transfer-encoding: identity\r\n${LENGTH}`, [ENVELOPE], 400],
    ['a coding that sounds like chunked', 'transfer-encoding: xchunked\r\n', [CHUNKS], 400],
    ['identity, chunked', 'transfer-encoding: identity, chunked\r\n', [CHUNKS], 200],
    ['a tab before chunked', 'transfer-encoding:\tchunked\r\n', [CHUNKS], 200],
    ['a folded transfer coding', 'transfer-encoding:\r\n chunked\r\n', [CHUNKS], 400],
    ['a folded length', `content-length:\r\n ${ENVELOPE.byteLength}\r\n`, [ENVELOPE], 400],
    ['a folded field', `x-fold: a\r\n\tb\r\n${LENGTH}`, [ENVELOPE], 400],
    ['a bare LF after a field', `x-lf: a\n${LENGTH}`, [ENVELOPE], 400],
    ['a bare CR in a field', `x-cr: a\r${LENGTH}`, [ENVELOPE], 400],
    ['bare LFs in the fields', bareLf(LENGTH), [ENVELOPE], 400],
    ['a chunk extension', CHUNKED, [chunk(ENVELOPE, ';a=b'), LAST_CHUNK], 200],
    ['a chunk extension with a quote left open', CHUNKED, [chunk(ENVELOPE, ';a="b'), LAST_CHUNK], 400],
    ['a chunk extension that ends in a bare LF', CHUNKED, [bareLf(chunk(ENVELOPE, ';a').toString())], 400],
    ['a chunk size with a sign', CHUNKED, ['-', CHUNKS], 400],
    ['a chunk size with 0x', CHUNKED, ['0x', CHUNKS], 400],
    ['a chunk size with a space', CHUNKED, [chunk(ENVELOPE, ' '), LAST_CHUNK], 400],
    ['a chunk size beyond 64 bits', CHUNKED, ['1', '0'.repeat(16), CHUNKS], 400],
    ['a chunk size with zeros in front', CHUNKED, ['0'.repeat(8), CHUNKS], 200],
    ['a chunk longer than its size', CHUNKED, [chunk(ENVELOPE).toString().replace('\r\n{', '\r\n{{')], 400],
    ['a trailer field', CHUNKED, [chunk(ENVELOPE), '0\r\nx-trailer: smuggled\r\n\r\n'], 200],
    ['a body longer than announced', LENGTH, [ENVELOPE], 200],
    ['a large body longer than announced', `content-length: ${LARGE.byteLength}\r\n`, [LARGE], 200],
  ];

  it.each(attempts)('reach ingest as one or not at all: %s', async (_name, fields, body, status) => {
    const [first, ...others] = statusesOf(
      await exchange(server.port, HEAD, fields, '\r\n', ...body, SMUGGLED),
    );
    expect(first).toBe(status);
    // The remaining bytes are no request, or a request to the tunnel, which answers only at its own path.
    expect(others.every((other) => other === 400 || other === 404)).toBe(true);
    expect(isMarked()).toBe(false);
    const requests = reached();
    expect(requests).toHaveLength(status === 200 ? 1 : 0);
    for (const { head, body: forwarded } of requests) {
      expect(head).toMatch(/^POST \/api\/42\/envelope\/ HTTP\/1\.1\r\n/);
      expect(forwarded.equals(ENVELOPE) || forwarded.equals(LARGE)).toBe(true);
    }
    expect(wires.every((wire) => splitRequests(wire).rest.byteLength === 0)).toBe(true);
  });

  it('get through whole where the bytes are passed on as they come (control)', async () => {
    const relay = createServer((socket) => {
      const toIngest = connect(portOf(ingest), '127.0.0.1');
      toIngest.on('error', () => undefined);
      socket.on('error', () => undefined).pipe(toIngest);
      toIngest.pipe(socket);
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    void exchange(portOf(relay), HEAD, LENGTH, '\r\n', ENVELOPE, SMUGGLED);
    await until(() => reached().length === 2);
    relay.close();
    expect(isMarked()).toBe(true);
  });

  it('are one behind the other where both are for the tunnel, and neither is the other’s', async () => {
    const foreign = ENVELOPE.toString().replace('ingest.example.com', 'ingest.attacker.test');
    const second = `content-length: ${foreign.length}\r\n\r\n${foreign}`;
    expect(statusesOf(await exchange(server.port, HEAD, LENGTH, '\r\n', ENVELOPE, HEAD, second))).toEqual([
      200, 403,
    ]);
    expect(reached().map(({ body }) => body.equals(ENVELOPE))).toEqual([true]);
  });

  it.each([
    ['held in one piece', 100],
    ['streamed', 200_000],
  ])('pass for the payload they are, %s', async (_how, bytes) => {
    const nested = envelopeOf(Buffer.concat([latin1(`\r\n${LAST_CHUNK}${SMUGGLED}`), Buffer.alloc(bytes)]));
    for (const [field, body] of [
      [`content-length: ${nested.byteLength}\r\n`, [nested]],
      [CHUNKED, [chunk(nested), LAST_CHUNK]],
    ] as const) {
      expect(statusesOf(await exchange(server.port, HEAD, field, '\r\n', ...body))).toEqual([200]);
    }
    expect(reached().map(({ body }) => body.equals(nested))).toEqual([true, true]);
  });

  it('break off at ingest when a chunk is malformed behind 200 KB that are on their way', async () => {
    const client = server.connect();
    const answer = new Promise<Buffer>((resolve) => client.once('data', resolve));
    client.on('error', () => undefined).write(`${HEAD}${CHUNKED}\r\n`);
    client.write(chunk(LARGE.subarray(0, 190_000)));
    await until(() => (wires[0]?.byteLength ?? 0) > 100_000);
    client.write(Buffer.concat([latin1('z\r\n'), chunk(LARGE.subarray(190_000)), latin1(LAST_CHUNK)]));
    expect(statusesOf((await answer).toString('latin1'))).toEqual([400]);
    await until(() => outcomes.length === 1 && open.size < wires.length);
    expect(outcomes).toMatchObject([{ kind: 'aborted' }]);
    expect(reached()).toEqual([]);

    const good = [chunk(LARGE.subarray(0, 190_000)), chunk(LARGE.subarray(190_000)), LAST_CHUNK];
    expect(statusesOf(await exchange(server.port, HEAD, CHUNKED, '\r\n', ...good))).toEqual([200]);
    expect(reached().map(({ body }) => body.equals(LARGE))).toEqual([true]);
  });
});

describe('field values that try to be lines', () => {
  let ingest: ScriptedIngest;
  /** The fields that ingest gets when every value is harmless. */
  let names: readonly string[];

  beforeEach(async () => {
    ingest = await createScriptedIngest();
    await startTunnel({
      ingestOrigin: ingest.origin,
      allowedOrigins: '*',
      trustedProxies: ['127.0.0.1'],
    });
    await post('192.0.2.7');
    names = namesOf(0);
    expect(names).toContain('x-forwarded-for');
    ingest.reset();
  });
  afterEach(async () => {
    await stopTunnel();
    await ingest.close();
  });

  const FIELDS = ['user-agent', 'origin', 'sec-ch-ua', 'referer'] as const;
  const VALUES = {
    'user-agent': 'a',
    origin: 'http://a.example',
    'sec-ch-ua': '"a"',
    referer: 'http://a.example/',
  };

  const post = (
    forwardedFor: string,
    values: Readonly<Record<string, string>> = {},
    query = '',
  ): Promise<string> => {
    const fields = Object.entries({ ...VALUES, 'x-forwarded-for': forwardedFor, ...values });
    const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return exchange(
      server.port,
      `POST ${PATH}${query} HTTP/1.1\r\nhost: a\r\n`,
      lines,
      LENGTH,
      '\r\n',
      ENVELOPE,
    );
  };
  const namesOf = (index: number): string[] =>
    ingest.received[index]!.rawHeaders.filter((_, position) => position % 2 === 0).map((name) =>
      name.toLowerCase(),
    );

  it.each(FIELDS)('add none to what ingest gets: %s', async (field) => {
    const bad = [
      'a\nx-evil: 1',
      'a\rx-evil: 1',
      'a\0b',
      'a\r\n x-evil: 1',
      'a\n\nPOST / HTTP/1.1',
      '\x7f',
      'a\x1bb',
    ];
    for (const value of bad) expect(statusesOf(await post('192.0.2.7', { [field]: value }))).toEqual([400]);
    expect(ingest.received).toEqual([]);

    const harmless = [
      'a%0d%0ax-evil: 1',
      'a\\r\\nx-evil: 1',
      'caf\xe9 \x85\xa0\xff',
      'a\tb',
      'a\r\nx-evil: 1',
    ];
    for (const [index, value] of harmless.entries()) {
      expect(statusesOf(await post('192.0.2.7', { [field]: value }))).toEqual([200]);
      expect(namesOf(index)).toEqual(names);
      // A second field from the client stays behind; everything else is passed on byte for byte.
      expect(ingest.received[index]?.headers[field]).toBe(value.split('\r\n')[0]);
    }
  });

  it('add some where they are written as they come (control)', async () => {
    const head = `POST / HTTP/1.1\r\nhost: a\r\nuser-agent: a\r\nx-evil: 1\r\n${LENGTH}\r\n`;
    void exchange(Number(new URL(ingest.origin).port), head, ENVELOPE);
    await ingest.waitFor();
    expect(namesOf(0)).toContain('x-evil');
  });

  it.each(['user-agent', 'origin', 'sec-ch-ua', 'referer'])(
    'add none where a host lets them through: %s',
    async (field) => {
      const handle = async (value: string): Promise<number> => {
        const fields: Record<string, string> = { host: 'a', ...VALUES, [field]: value };
        const body = Readable.from([ENVELOPE]) as AsyncIterable<Uint8Array>;
        return (await tunnel.handle({ method: 'POST', target: PATH, header: (name) => fields[name], body }))
          .status;
      };
      // U+010D and U+010A become CR and LF when characters are truncated to bytes.
      for (const value of ['a\r\nx-evil: 1', 'a\nb', 'a\rb', 'a\0b', 'a\u010d\u010ax-evil: 1']) {
        expect(await handle(value)).toBe(400);
      }
      expect(ingest.received).toEqual([]);
      expect(await handle(VALUES[field as keyof typeof VALUES])).toBe(200);
    },
  );

  it('add none as an address behind a trusted proxy', async () => {
    const addresses = [
      '192.0.2.7%0d%0ax-evil: 1',
      '192.0.2.7\xff',
      '192.0.2.7, \xa0192.0.2.8',
      '"192.0.2.7\\r\\nx-evil: 1"',
      '192.0.2.7\tx-evil: 1',
      '[2001:db8::1%\xe9]:1',
      '2001:db8::1%eth0',
      '192.0.2.7\r\nx-evil: 1',
    ];
    for (const [index, address] of addresses.entries()) {
      expect(statusesOf(await post(address))).toEqual([200]);
      expect(namesOf(index)).toEqual(names);
      expect(ingest.received[index]?.headers['x-forwarded-for']).toMatch(/^[\d.:a-f]+$/);
    }
    expect(ingest.received.at(-1)?.headers['x-forwarded-for']).toBe('192.0.2.7');
    ingest.reset();
    for (const address of ['192.0.2.7\nx-evil: 1', '192.0.2.7\rx', '192.0.2.7\0']) {
      expect(statusesOf(await post(address))).toEqual([400]);
    }
    expect(ingest.received).toEqual([]);
  });

  it('add none from the query', async () => {
    const queries = [
      '?o=0&p=42%0d%0ax-evil:%201',
      '?o=0&p=42&x=%0d%0ax-evil:%201',
      '?o=0&p=42&r=us%0d%0aHost:%20evil',
      '?sentry_key=0123456789abcdef0123456789abcdef%0d%0ax-evil:%201',
      '?sentry_client=a%0d%0ax-evil:%201',
      '?%00',
      // To llhttp, a request line of HTTP/0.9 and a field from the client.
      '?a\nx-evil: 1',
      '?\xff\xfe',
      '?o=0&p=42',
    ];
    for (const query of queries) {
      const [status] = statusesOf(await post('192.0.2.7', {}, query));
      expect([200, 400, 401, 403]).toContain(status);
    }
    expect(ingest.received.length).toBeGreaterThan(0);
    ingest.received.forEach(({ url }, index) => {
      expect(url).toBe('/api/42/envelope/');
      expect(namesOf(index)).toEqual(names);
    });
    for (const query of ['?o=0 &p=42', '?a\0']) {
      expect(statusesOf(await post('192.0.2.7', {}, query))).toEqual([400]);
    }
  });
});

describe('clients that send as slowly as they can', () => {
  let ingest: ScriptedIngest;
  let clock: FakeClock;
  let requests: IncomingMessage[];
  const clients: Socket[] = [];

  beforeEach(async () => {
    ingest = await createScriptedIngest();
    clock = createFakeClock();
    requests = [];
    await startTunnel(
      { ingestOrigin: ingest.origin, clock, times: { bodyTimeoutMs: 5_000 } },
      (listener) => (request, response) => {
        requests.push(request);
        listener(request, response);
      },
    );
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await stopTunnel();
    await ingest.close();
  });

  interface SlowClient {
    readonly write: (bytes: Uint8Array | string) => void;
    readonly sentBytes: () => number;
    readonly answer: () => string;
    readonly isClosed: () => boolean;
  }

  const openClient = (): SlowClient => {
    const client = server.connect();
    clients.push(client);
    let answer = '';
    let isClosed = false;
    let sentBytes = 0;
    client.on('error', () => undefined).on('data', (data: Buffer) => (answer += data.toString('latin1')));
    client.on('close', () => (isClosed = true));
    return {
      write: (bytes) => {
        sentBytes += bytes.length;
        client.write(bytes);
      },
      sentBytes: () => sentBytes,
      answer: () => answer,
      isClosed: () => isClosed,
    };
  };

  /** Sends a body piece by piece, one a second, until it is sent or the tunnel gives up. */
  const drip = async (
    client: SlowClient,
    body: Uint8Array,
    field: string,
    bytesPerSecond: number,
  ): Promise<number> => {
    client.write(`${HEAD}${field}\r\n`);
    await until(() => requests.length === 1);
    let sent = 0;
    for (; sent < body.byteLength && outcomes.length === 0; sent += bytesPerSecond) {
      const piece = body.subarray(sent, sent + bytesPerSecond);
      client.write(field === CHUNKED ? chunk(piece) : piece);
      await until(() => requests[0]?.socket.bytesRead === client.sentBytes());
      await new Promise(setImmediate);
      if (sent + bytesPerSecond < body.byteLength) await clock.advance(1_000);
    }
    return sent;
  };

  const BODY = envelopeOf(Buffer.alloc(30_000));

  it.each([
    ['announced', `content-length: ${BODY.byteLength}\r\n`, 512],
    ['chunked', CHUNKED, 512],
    ['chunked', CHUNKED, 1],
  ])('are answered 408 below 1 KiB a second, and cut off (%s)', async (_how, field, bytesPerSecond) => {
    const client = openClient();
    const sent = await drip(client, BODY, field, bytesPerSecond);
    expect(sent).toBeLessThan(BODY.byteLength);
    await until(client.isClosed);
    expect(client.answer()).toMatch(/^HTTP\/1\.1 408 [^]*\r\nconnection: close\r\n/i);
    expect(outcomes).toMatchObject([{ kind: 'refused', reason: 'body-timed-out' }]);
    expect(ingest.received).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['in one piece', BODY, `content-length: ${BODY.byteLength}\r\n`, 8_192],
    ['chunk by chunk', BODY, CHUNKED, 1_024],
    ['as a stream', envelopeOf(Buffer.alloc(90_000)), CHUNKED, 2_048],
  ])('are served when they keep up, %s (control)', async (_how, body, field, bytesPerSecond) => {
    const client = openClient();
    await drip(client, body, field, bytesPerSecond);
    if (field === CHUNKED) client.write(LAST_CHUNK);
    const received = await ingest.waitFor();
    expect(received.body.equals(body)).toBe(true);
    await until(() => client.answer() !== '');
    expect(statusesOf(client.answer())).toEqual([200]);
    if (bytesPerSecond < 8_192) expect(clock.now()).toBeGreaterThan(2 * 5_000);
  });

  it('do not keep an honest one from being served, 500 of them', async () => {
    const slow = Array.from({ length: 500 }, openClient);
    for (const client of slow) client.write(`${HEAD}${CHUNKED}\r\n1\r\n{\r\n`);
    await until(() => clock.pending === 500);

    const answer = await server.send({ body: ENVELOPE });
    expect(answer.status).toBe(200);
    // All of them still wait: the request was not served because they had left.
    expect(clock.pending).toBe(500);
    expect(tunnel.stats().inFlight).toBe(500);

    await clock.advance(5_001);
    await until(() => slow.every(({ isClosed }) => isClosed()));
    expect(slow.map((client) => statusesOf(client.answer()))).toEqual(slow.map(() => [408]));
    expect([clock.pending, tunnel.stats().inFlight]).toEqual([0, 0]);
    expect(ingest.received).toHaveLength(1);
  });
});

describe('clients that send too often', () => {
  let ingest: ScriptedIngest;
  let clock: FakeClock;

  beforeEach(async () => {
    ingest = await createScriptedIngest();
    clock = createFakeClock({ now: 1_000_000 });
  });
  afterEach(async () => {
    await stopTunnel();
    await ingest.close();
  });

  const start = (trustedProxies: readonly string[]): Promise<void> =>
    startTunnel({
      ingestOrigin: ingest.origin,
      clock,
      trustedProxies,
      throttle: createMemoryThrottle({ requests: 2, perMs: 60_000 }),
    });
  const statusOf = async (address: string): Promise<number> =>
    (await server.send({ body: ENVELOPE, headers: { 'x-forwarded-for': address } })).status;
  const statusesFrom = async (addresses: readonly string[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await statusOf(address));
    return statuses;
  };

  it('are told to wait, while others are served', async () => {
    await start(['127.0.0.1']);
    expect(await statusesFrom(['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'])).toEqual([
      200, 200, 429, 200,
    ]);
    const refused = await server.send({ body: ENVELOPE, headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect(refused.headers['retry-after']).toBe('30');
    expect(ingest.received.map(({ headers }) => headers['x-forwarded-for'])).toEqual([
      '192.0.2.1',
      '192.0.2.1',
      '192.0.2.2',
    ]);
    await clock.advance(29_999);
    expect(await statusOf('192.0.2.1')).toBe(429);
    await clock.advance(1);
    expect(await statusOf('192.0.2.1')).toBe(200);
  });

  it('share what their network may send', async () => {
    await start(['127.0.0.1']);
    const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:2:3:4:5:6'];
    expect(await statusesFrom([...network, '2001:db8:1:3::1'])).toEqual([200, 200, 429, 200]);
    expect(await statusesFrom(['192.0.2.1', '192.0.2.2', '192.0.2.3'])).toEqual([200, 200, 200]);
    expect(await statusesFrom(['::ffff:192.0.2.1', '192.0.2.1'])).toEqual([200, 429]);
  });

  it('gain nothing from a longer list, or from addresses of their own where no proxy is trusted', async () => {
    await start(['127.0.0.1']);
    expect(await statusesFrom(['1.1.1.1, 192.0.2.1', '2.2.2.2, 192.0.2.1', '3.3.3.3, 192.0.2.1'])).toEqual([
      200, 200, 429,
    ]);
    await stopTunnel();
    await start([]);
    expect(await statusesFrom(['192.0.2.1', '192.0.2.2', '192.0.2.3'])).toEqual([200, 200, 429]);
  });

  it('are refused before a byte of their bodies is read', async () => {
    await start([]);
    await statusesFrom(['', '']);
    const client = server.connect();
    client.write(`${HEAD}content-length: 1000000\r\n\r\n`);
    const answer = await new Promise<Buffer>((resolve) => client.once('data', resolve));
    client.destroy();
    expect(statusesOf(answer.toString('latin1'))).toEqual([429]);
    expect(ingest.received).toHaveLength(2);
  });
});
