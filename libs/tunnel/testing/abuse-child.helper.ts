import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { createListener, createNodeDecoders, createNodeTransport } from '../src/adapters/node.ts';
import { createMemorySpool } from '@adit/spool/memory';
import { createTunnel } from '../src/tunnel.ts';

/*
 * A process whose memory is measured: `node --expose-gc abuse-child.helper.js tunnel|spooling|buffering DSN CAP`. Its
 * server prints `{"port"}` on standard output; each line on standard input is answered with a `MemoryUse`.
 */

/** The memory of the process, in bytes. */
export interface MemoryUse {
  /** Bytes read from connections so far, whatever was done with them. */
  readonly readBytes: number;
  /** Bytes of JavaScript and of its buffers after a garbage collection. */
  readonly heldBytes: number;
  readonly rssBytes: number;
  /** The highest `rssBytes` so far. */
  readonly peakRssBytes: number;
}

// Not `maxRSS`: on Linux it starts with the value of the parent process.
let peakRssBytes = 0;
const notePeak = (): void => {
  peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
};
setInterval(notePeak, 2);

/** A naive tunnel: it reads and decodes the whole envelope before it checks it. */
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
    times: { ingestTimeoutMs: 60_000 },
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
