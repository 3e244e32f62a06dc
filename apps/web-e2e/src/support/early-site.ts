import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import webpack from 'webpack';
import type { Event } from '@sentry/core';
import { readItems } from './envelopes.ts';

/** A page with the SDK started early, one with it started late, and the ingest behind both. */
export interface EarlySite {
  readonly origin: string;
  /** Error events received from a page since {@link reset}, in the order of arrival. */
  readonly events: (variant: string) => readonly Event[];
  /** How long the SDK's chunk is kept back, or that it fails the first so many times. */
  readonly chunk: { delayMs: number; failures: number; requests: number };
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

const SOURCES = fileURLToPath(new URL('../../pages/early/', import.meta.url));

async function bundle(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'adit-early-'));
  const compiler = webpack({
    mode: 'production',
    entry: { early: join(SOURCES, 'early.mjs'), late: join(SOURCES, 'late.mjs') },
    output: { path: directory, publicPath: '/', chunkFilename: 'chunk-[name].js' },
    performance: false,
  });
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error !== null) reject(error);
      else if (stats?.hasErrors() === true) reject(new Error(stats.toString('errors-only')));
      else compiler.close((failure) => (failure ? reject(failure) : resolve()));
    });
  });
  return directory;
}

const NONCE = 'r4nd0m';

const page = (variant: string): string => `<!doctype html>
<html lang="en">
<head>
<title>${variant}</title>
<meta name="sentry-trace" content="0123456789abcdef0123456789abcdef-0123456789abcdef-1">
<meta name="baggage" content="sentry-environment=test,sentry-trace_id=0123456789abcdef0123456789abcdef">
<script nonce="${NONCE}" src="/${variant}.js"></script>
<script nonce="${NONCE}" src="/faults.js"></script>
</head>
<body><h1>Shop</h1><p>Two pages that fail in the same ways.</p></body>
</html>`;

/** Bundles both pages with webpack and serves them. */
export async function startEarlySite(): Promise<EarlySite> {
  const directory = await bundle();
  const chunk = { delayMs: 0, failures: 0, requests: 0 };
  let received: { variant: string; event: Event }[] = [];

  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      if (request.method === 'POST') {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        const variant = searchParams.get('page') ?? '';
        for (const { type, payload } of readItems({ body: Buffer.concat(parts), headers: request.headers }))
          if (type === 'event') received.push({ variant, event: payload });
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
        return;
      }
      if (pathname === '/early' || pathname === '/late') {
        response
          .writeHead(200, {
            'content-type': 'text/html',
            'content-security-policy': `default-src 'self'; script-src 'self' 'nonce-${NONCE}'`,
          })
          .end(page(pathname.slice(1)));
        return;
      }
      const isChunk = pathname.startsWith('/chunk-');
      if (isChunk) {
        chunk.requests += 1;
        await sleep(chunk.delayMs);
        if (chunk.failures > 0) {
          chunk.failures -= 1;
          response.writeHead(503).end();
          return;
        }
      }
      const folder = pathname === '/faults.js' ? SOURCES : directory;
      try {
        const file = await readFile(join(folder, pathname));
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(file);
      } catch {
        response.writeHead(404).end();
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events: (variant) => received.filter((it) => it.variant === variant).map(({ event }) => event),
    chunk,
    reset: () => {
      received = [];
      Object.assign(chunk, { delayMs: 0, failures: 0, requests: 0 });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true });
    },
  };
}
