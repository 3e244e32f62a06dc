import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createScriptedIngest, deferred, until, type ScriptedIngest } from '@adit/testing';
import type { IngestAnswer, IngestRequest, IngestTransport } from '../index.ts';
import { ingestEndpoint, parseDsn } from '@adit/envelope';
import { chunksOf } from '../../testing/stub-transport.helper.ts';
import { createNodeTransport } from './node.ts';

const BODY = Buffer.from('{}');

function requestTo(dsn: string, body: IngestRequest['body'] = BODY, contentLength?: number): IngestRequest {
  const parsed = parseDsn(dsn);
  if (parsed === undefined) throw new Error(dsn);
  return {
    endpoint: ingestEndpoint(parsed, undefined),
    headers: { 'x-a': 'b' },
    body,
    contentLength,
    maxAnswerBytes: 1_000_000,
  };
}

function textOf({ body }: IngestAnswer): string | undefined {
  return body && Buffer.from(body).toString();
}

/** undici reuses a connection one turn after its answer. */
const nextTurn = (): Promise<void> => new Promise(setImmediate);

describe('createNodeTransport', () => {
  let ingest: ScriptedIngest;
  const transport = createNodeTransport();
  beforeEach(async () => {
    ingest = await createScriptedIngest();
  });
  afterEach(() => ingest.close());
  afterAll(() => transport.close?.());

  it('sends one envelope after another over one connection', async () => {
    for (let round = 0; round < 3; round += 1) {
      const answer = await transport.send(requestTo(ingest.dsn(), BODY, BODY.byteLength)).answer;
      expect(textOf(answer)).toContain('"id"');
      await nextTurn();
    }
    expect(ingest.connections).toBe(1);
    expect(ingest.received[0]?.headers).toMatchObject({ 'content-length': '2', 'x-a': 'b' });
  });

  it('sends chunks with their length where it is known, chunked where not', async () => {
    for (const length of [4, undefined]) {
      const body = chunksOf(Buffer.from('ab'), Buffer.from('cd'));
      await transport.send(requestTo(ingest.dsn(), body, length)).answer;
    }
    const [announced, chunked] = ingest.received;
    expect(announced?.headers).toMatchObject({ 'content-length': '4' });
    expect(chunked?.headers).toMatchObject({ 'transfer-encoding': 'chunked' });
    expect(ingest.received.map(({ body }) => body.toString())).toEqual(['abcd', 'abcd']);
  });

  it('reaches an ingest on IPv6', async () => {
    const v6 = await createScriptedIngest({ host: '::1' });
    expect((await transport.send(requestTo(v6.dsn())).answer).status).toBe(200);
    await v6.close();
  });

  it('speaks TLS where the DSN says https', async () => {
    // A plain server's reply to a TLS greeting is not TLS: the handshake fails, not the request.
    const { answer } = transport.send(requestTo(ingest.dsn().replace('http:', 'https:')));
    await expect(answer).rejects.toThrow(/SSL|EPROTO|wrong version/i);
    expect(ingest.received).toHaveLength(0);
  });

  it('cuts a request off whose chunks fail', async () => {
    const failing = async function* (): AsyncGenerator<Uint8Array> {
      yield BODY;
      await until(() => ingest.inFlight === 1);
      throw new Error('incomplete');
    };
    await expect(transport.send(requestTo(ingest.dsn(), failing())).answer).rejects.toThrow('incomplete');
    await until(() => ingest.aborted === 1);
    const odd = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(Object('odd') as Error) }) };
    await expect(transport.send(requestTo(ingest.dsn(), odd)).answer).rejects.toEqual(Object('odd'));
  });

  it('gives up when told to, before and after an answer', async () => {
    ingest.respond({ hang: true });
    const hanging = transport.send(requestTo(ingest.dsn()));
    await ingest.waitFor();
    hanging.abort();
    await expect(hanging.answer).rejects.toThrow('given up');
    await until(() => ingest.inFlight === 0);
  });

  it('keeps to the connections it may have, and never sends what was given up before its turn', async () => {
    const narrow = createNodeTransport({ maxSockets: 1 });
    const gate = deferred();
    ingest.respondWith(async () => {
      await gate.promise;
      return {};
    });
    const [first, second, third] = ['a', 'b', 'c'].map((body) =>
      narrow.send(requestTo(ingest.dsn(), Buffer.from(body))),
    );
    second?.abort();
    await expect(second?.answer).rejects.toThrow('given up');
    await ingest.waitFor();
    gate.resolve();
    expect([(await first?.answer)?.status, (await third?.answer)?.status]).toEqual([200, 200]);
    expect(ingest.received.map(({ body }) => body.toString())).toEqual(['a', 'c']);
    expect(ingest.maxInFlight).toBe(1);
    await narrow.close?.();
  });

  it('does nothing when told to give up what is over', async () => {
    const exchange = transport.send(requestTo(ingest.dsn()));
    expect((await exchange.answer).status).toBe(200);
    exchange.abort();
    await nextTurn();
    expect((await transport.send(requestTo(ingest.dsn())).answer).status).toBe(200);
    expect(ingest.connections).toBe(1);
  });

  it('takes an answer up to its limit, and cuts a longer one off', async () => {
    ingest.respond({ body: new Uint8Array(1_000_000) }, { body: new Uint8Array(5_000_000) });
    expect((await transport.send(requestTo(ingest.dsn())).answer).body?.byteLength).toBe(1_000_000);
    expect((await transport.send(requestTo(ingest.dsn())).answer).body).toBeUndefined();
  });

  it('takes no more chunks once the connection is gone', async () => {
    let taken = 0;
    let isReleased = false;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          taken += 1;
          yield new Uint8Array(65_536);
        }
      } finally {
        isReleased = true;
      }
    };
    const exchange = transport.send(requestTo(ingest.dsn(), endless()));
    await until(() => taken > 3);
    exchange.abort();
    await expect(exchange.answer).rejects.toThrow();
    await until(() => isReleased);
  });
});

describe('a kept connection that ingest has closed', () => {
  let server: Server;
  let sockets: Socket[];
  let transport: IngestTransport;
  let requests: string[];
  /** The action of ingest at the second request on each of its first two connections. */
  let onSecond: (socket: Socket) => void;

  const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
  const dsn = (): string => `http://k@127.0.0.1:${(server.address() as AddressInfo).port}/1`;

  beforeEach(async () => {
    requests = [];
    sockets = [];
    transport = createNodeTransport();
    let connections = 0;
    server = createTcpServer((socket) => {
      const connection = (connections += 1);
      sockets.push(socket);
      let count = 0;
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        count += 1;
        requests.push(`${connection}.${count}`);
        if (connection <= 2 && count === 2) onSecond(socket);
        else socket.write(ANSWER, () => data);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await transport.close?.();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is replaced by a fresh one, once, for an envelope at hand', async () => {
    onSecond = (socket) => socket.resetAndDestroy();
    await transport.send(requestTo(dsn())).answer;
    await nextTurn();
    expect(textOf(await transport.send(requestTo(dsn())).answer)).toBe('{}');
    expect(requests).toEqual(['1.1', '1.2', '2.1']);
  });

  it('is not replaced by another that may be closed as well', async () => {
    onSecond = (socket) => socket.resetAndDestroy();
    const exchanges = [transport.send(requestTo(dsn())), transport.send(requestTo(dsn()))];
    for (const { answer } of exchanges) await answer;
    await nextTurn();
    expect(textOf(await transport.send(requestTo(dsn())).answer)).toBe('{}');
    expect(requests).toEqual(['1.1', '2.1', expect.stringMatching(/^[12]\.2$/), '3.1']);
  });

  it('fails an envelope that streams, since its chunks are gone', async () => {
    onSecond = (socket) => socket.resetAndDestroy();
    await transport.send(requestTo(dsn())).answer;
    await nextTurn();
    await expect(transport.send(requestTo(dsn(), chunksOf(BODY))).answer).rejects.toThrow(
      /ECONNRESET|other side closed/,
    );
  });

  it('is not replaced once the tunnel has given up', async () => {
    await transport.send(requestTo(dsn())).answer;
    await nextTurn();
    const exchange = transport.send(requestTo(dsn()));
    onSecond = (socket) => {
      exchange.abort();
      socket.resetAndDestroy();
    };
    await expect(exchange.answer).rejects.toThrow('given up');
    expect(requests).toEqual(['1.1', '1.2']);
  });
});
