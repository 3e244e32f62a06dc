import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildEnvelope } from '@adit/testing';
import { createTunnel, type Outcome, type Tunnel } from '../index.ts';
import { createMemorySpool } from '@adit/spool/memory';
import { createNodeTransport, createListener } from './node.ts';
import { keepIn } from '../../testing/stubbed-tunnel.helper.ts';

const MAX_BYTES = 1_000_000;

/** A backend that answers 413 to a large body before reading it, and closes the connection, as many backends do. */
function startBackend(): Promise<{
  readonly server: Server;
  readonly dsn: string;
  readonly taken: string[];
}> {
  const taken: string[] = [];
  const server = createServer((request, response) => {
    if (Number(request.headers['content-length']) > MAX_BYTES) {
      request.once('data', () => {
        response.writeHead(413, { connection: 'close', 'content-length': 2 });
        // Closing with unread bytes resets the connection.
        response.end('{}', () => request.socket.destroy());
      });
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      taken.push(Buffer.concat(parts).toString());
      response.end('{}');
    });
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, dsn: `http://${'a'.repeat(32)}@127.0.0.1:${port}/1`, taken });
    }),
  );
}

describe('a backend that cuts large envelopes off', () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let tunnel: Tunnel;
  let front: Server;
  const outcomes: Outcome[] = [];
  const transport = createNodeTransport();

  beforeEach(async () => {
    outcomes.length = 0;
    backend = await startBackend();
    tunnel = createTunnel({
      allowedDsns: [backend.dsn],
      transport,
      spool: createMemorySpool(),
      tell: (fact) => keepIn(outcomes)(fact),
    });
    front = createServer(createListener(tunnel));
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    front.closeAllConnections();
    front.close();
    backend.server.closeAllConnections();
    backend.server.close();
    await tunnel.close();
  });

  const send = async (body: Uint8Array<ArrayBuffer>): Promise<number> => {
    const { port } = front.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/monitoring-tunnel`, { method: 'POST', body });
    await response.arrayBuffer();
    return response.status;
  };
  const small = (index: number): Uint8Array<ArrayBuffer> =>
    buildEnvelope({ dsn: backend.dsn, items: [{ type: 'event', payload: { index } }] });
  const large = (): Uint8Array<ArrayBuffer> => {
    const { dsn } = backend;
    const start = buildEnvelope({ dsn, items: [{ type: 'event', payload: {} }] });
    return Buffer.concat([start, Buffer.from('\n{"type":"attachment"}\n'), Buffer.alloc(6_000_000)]);
  };

  it('gets each small one at once, makes no outage, and the large ones get its answer, unless the reset takes it away', async () => {
    const sent: Promise<number>[] = [];
    const cut: Promise<number>[] = [];
    for (let index = 0; index < 60; index += 1) {
      if (index % 5 === 0) cut.push(send(large()));
      sent.push(send(small(index)));
    }
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
    // The kernel drops an answer that is unread when the reset arrives.
    for (const status of await Promise.all(cut)) expect([413, 502]).toContain(status);
    expect(backend.taken).toHaveLength(60);
    expect(outcomes.filter(({ kind }) => kind === 'spooled')).toEqual([]);
    expect(tunnel.stats().spool).toMatchObject({ envelopes: 0, isOut: false });
  });

  it('shows as an outage only when nothing listens any more (control)', async () => {
    backend.server.closeAllConnections();
    await new Promise((resolve) => backend.server.close(resolve));
    expect(await send(small(0))).toBe(200);
    expect(outcomes).toMatchObject([{ kind: 'spooled', cause: 'unreachable' }]);
    expect(tunnel.stats().spool).toMatchObject({ isOut: true });
  });
});
