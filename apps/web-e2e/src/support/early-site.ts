import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buffer } from 'node:stream/consumers';
import webpack from 'webpack';
import type { Event } from '@sentry/core';
import { readItems, type Item } from './envelopes.ts';
import { serve } from './serve.ts';

/** A finished span, as the SDK streams it. */
export interface StreamedSpan {
  readonly name: string;
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_span_id?: string;
  readonly is_segment: boolean;
  readonly status: string;
  /** In seconds since the epoch. */
  readonly start_timestamp: number;
  readonly end_timestamp: number;
  readonly attributes: Readonly<Record<string, { readonly value: unknown } | undefined>>;
}

/** A page with the SDK started early, one with it started late, and the ingest behind both. */
export interface EarlySite {
  readonly origin: string;
  /** Error events received from a page that was opened after {@link reset}, in the order of arrival. */
  readonly events: (variant: string) => readonly Event[];
  /** Spans received from it. */
  readonly spans: (variant: string) => readonly StreamedSpan[];
  /** The types of the items received from it. */
  readonly types: (variant: string) => readonly string[];
  /** Holds the SDK's chunk back until resolved, or lets its first requests fail. */
  readonly chunk: {
    until?: Promise<unknown> | undefined;
    failures: number;
    requests: number;
  };
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

// Large enough that Chromium does not treat it as a placeholder, which would not be a largest contentful paint.
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><desc>${'teal '.repeat(1_000)}</desc>
<rect width="400" height="300" fill="teal"/></svg>`;

/** Plain scripts that both pages can run, `?script=vitals` in addition to the faults. */
const SCRIPT = /^\/(?:faults|vitals|life)\.js$/;

const page = (variant: string, script: string | null, visit: number): string => `<!doctype html>
<html lang="en">
<head>
<title>${variant}</title>
<meta name="visit" content="${visit}">
<meta name="sentry-trace" content="0123456789abcdef0123456789abcdef-0123456789abcdef-1">
<meta name="baggage" content="sentry-environment=test,sentry-trace_id=0123456789abcdef0123456789abcdef">
<script nonce="${NONCE}" src="/${variant}.js"></script>
<script nonce="${NONCE}" src="/${script ?? 'faults'}.js"></script>
</head>
<body><h1>Shop</h1><p>Two pages that fail in the same ways.</p></body>
</html>`;

/** Bundles both pages with webpack and serves them. */
export async function startEarlySite(): Promise<EarlySite> {
  const directory = await bundle();
  const chunk: EarlySite['chunk'] = { failures: 0, requests: 0 };
  let received: { variant: string; item: Item }[] = [];
  // Requests that a page sends while it closes may arrive after the next test has begun.
  let visit = 0;
  const ofType = (variant: string, type: string): Item['payload'][] =>
    received.filter((it) => it.variant === variant && it.item.type === type).map(({ item }) => item.payload);

  const { origin, close } = await serve((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      if (request.method === 'POST') {
        // The connection may be cut while the body arrives.
        const body = await buffer(request).catch(() => undefined);
        if (body === undefined) return;
        const variant = searchParams.get('page') ?? '';
        const isOfNow = searchParams.get('visit') === String(visit);
        for (const item of readItems({ body, headers: request.headers }))
          if (isOfNow) received.push({ variant, item });
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
        return;
      }
      if (pathname === '/early' || pathname === '/late') {
        response
          .writeHead(200, {
            'content-type': 'text/html',
            // https://wicg.github.io/js-self-profiling/#the-js-profiling-policy
            'document-policy': 'js-profiling',
            'content-security-policy': `default-src 'self'; script-src 'self' 'nonce-${NONCE}'${
              searchParams.has('sandbox') ? '; sandbox allow-scripts' : ''
            }`,
          })
          .end(page(pathname.slice(1), searchParams.get('script'), visit));
        return;
      }
      if (pathname.endsWith('.svg')) {
        await sleep(Number(searchParams.get('ms')));
        response
          .writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' })
          .end(PICTURE);
        return;
      }
      const isChunk = pathname.startsWith('/chunk-');
      if (isChunk) {
        chunk.requests += 1;
        await chunk.until;
        if (chunk.failures > 0) {
          chunk.failures -= 1;
          response.writeHead(503).end();
          return;
        }
      }
      const folder = SCRIPT.test(pathname) ? SOURCES : directory;
      try {
        const file = await readFile(join(folder, pathname));
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(file);
      } catch {
        response.writeHead(404).end();
      }
    })();
  });

  return {
    origin,
    events: (variant) => ofType(variant, 'event'),
    types: (variant) => received.filter((it) => it.variant === variant).map(({ item }) => item.type),
    spans: (variant) => ofType(variant, 'span').flatMap(({ items }) => items as readonly StreamedSpan[]),
    chunk,
    reset: () => {
      received = [];
      visit += 1;
      Object.assign(chunk, { until: undefined, failures: 0, requests: 0 });
    },
    close: async () => {
      await close();
      await rm(directory, { recursive: true });
    },
  };
}

/** Clears received items, and holds the SDK's chunk back. Returns a function that releases it. */
export function holdChunk(site: EarlySite): () => void {
  let release = (): void => undefined;
  site.reset();
  site.chunk.until = new Promise<void>((resolve) => (release = resolve));
  return release;
}
