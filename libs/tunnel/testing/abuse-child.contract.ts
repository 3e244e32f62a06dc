import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { createListener, createNodeDecoders, createNodeTransport } from '../src/adapters/node.ts';
import { createMemorySpool } from '../src/stores/memory.ts';
import { createTunnel } from '../src/tunnel.ts';

/*
 * A process whose memory is watched: `node --expose-gc abuse-child.contract.js tunnel|spooling|buffering DSN CAP`. Its
 * server says `{"port"}` on standard output; each line on standard input is answered with a `MemoryUse`.
 */

/** What the process holds, in bytes. */
export interface MemoryUse {
  /** Bytes of connections taken in so far, whatever became of them. */
  readonly readBytes: number;
  /** Of JavaScript, and of the buffers that belong to it, after garbage is collected. */
  readonly heldBytes: number;
  readonly rssBytes: number;
  /** The highest `rssBytes` has been. */
  readonly peakRssBytes: number;
}

// Not `maxRSS`: Linux has it begin with that of the process that has started this one.
let peakRssBytes = 0;
const notePeak = (): void => {
  peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
};
setInterval(notePeak, 2);

/** What every naive tunnel does: it has the whole envelope, decoded, before it thinks about it. */
const buffering: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    notePeak();
    response.end(String(plain.byteLength));
  });
};

function createSubject(kind: string, dsn: string, maxEnvelopeBytes: number): RequestListener {
  if (kind === 'buffering') return buffering;
  const spool = kind === 'spooling' ? { spool: createMemorySpool() } : {};
  const tunnel = createTunnel({
    allowedDsns: [dsn],
    transport: createNodeTransport(),
    decoders: createNodeDecoders(),
    maxEnvelopeBytes,
    ingestTimeoutMs: 60_000,
    ...spool,
  });
  return createListener(tunnel);
}

const say = (news: object): void => void process.stdout.write(`${JSON.stringify(news)}\n`);

const [kind = '', dsn = '', cap = ''] = process.argv.slice(2);
const listener = createSubject(kind, dsn, Number(cap));
const messages = new Set<IncomingMessage>();
const server = createServer((request, response) => {
  messages.add(request);
  listener(request, response);
});
server.listen({ host: '127.0.0.1', port: 0, backlog: 2_000 }, () => {
  say({ port: (server.address() as AddressInfo).port });
});

process.stdin.on('data', () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const use: MemoryUse = {
    readBytes: [...messages].reduce((total, { socket }) => total + socket.bytesRead, 0),
    heldBytes: heapUsed + external,
    rssBytes: rss,
    peakRssBytes,
  };
  say(use);
});
process.stdin.on('end', () => process.exit());
