import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { readItems, type Item } from './envelopes.ts';

/** A page with the browser SDK and the options of monitoring-config, and what it sends. */
export interface NoiseSite {
  readonly origin: string;
  /** The same server under another name, so that its scripts are of another origin. */
  readonly otherOrigin: string;
  /** Items received through the tunnel since {@link NoiseSite.reset}. */
  readonly items: () => readonly Item[];
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

const CONFIG = new URL('../../../../libs/monitoring-config/src/', import.meta.url);

/** What the browser SDK's modules import by name. */
const PACKAGES = [
  '@sentry/browser',
  '@sentry/browser-utils',
  '@sentry/conventions/attributes',
  '@sentry/conventions/op',
  '@sentry/core',
  '@sentry/core/browser',
  '@sentry/feedback',
  '@sentry/replay',
  '@sentry/replay-canvas',
  'web-vitals',
] as const;

const [NODE_MODULES = ''] = import.meta.resolve('@sentry/core').split('@sentry/');

/** The modules as they were published, file by file: no bundler stands between them and the browser. */
const importMap = (): string =>
  JSON.stringify({
    imports: Object.fromEntries(
      PACKAGES.map((name) => [name, import.meta.resolve(name).replace(NODE_MODULES, '/modules/')]),
    ),
  });

const page = (): string => `<!doctype html>
<html lang="en">
<head>
<title>Noise</title>
<script type="importmap">${importMap()}</script>
<script type="module" src="/start.js"></script>
</head>
<body><p>Text that a translator would wrap</p></body>
</html>`;

/** Starts the SDK the way an application does; the page's query switches what only a document can tell. */
const START = `
import * as Sentry from '@sentry/browser';
import { defineMonitoring } from '/config/define-monitoring.ts';
import { createNoiseFilter } from '/config/noise/noise-filter.ts';
import { toClientOptions } from '/config/options/client.ts';

const query = new URLSearchParams(location.search);
let leaving = false;
addEventListener('pagehide', () => { leaving = true; });

const monitoring = defineMonitoring({}, {
  dsn: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509',
  environment: 'test',
  tracesSampleRate: query.has('traces') ? 1 : 0,
});
const noiseFilter = createNoiseFilter({
  side: 'client',
  dryRun: query.has('dry-run'),
  tunnelPath: monitoring.tunnelPath,
  ingestOrigins: monitoring.ingestOrigins,
  isNotFoundPage: () => query.has('not-found'),
  isTranslatedPage: () => /\\btranslated-(?:ltr|rtl)\\b/.test(document.documentElement.className),
  isPageLeaving: () => leaving,
});
const integrations = query.has('traces') ? [Sentry.browserTracingIntegration()] : [];
Sentry.init(toClientOptions(monitoring, { sdk: Sentry, noiseFilter, integrations }));
Object.assign(globalThis, { Sentry, noiseFilter });
document.documentElement.dataset.ready = 'yes';
`;

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const COMPILER_OPTIONS = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };

async function readModule(file: URL): Promise<Answer> {
  const source = await readFile(fileURLToPath(file), 'utf8');
  const body = file.pathname.endsWith('.ts')
    ? ts.transpileModule(source, { compilerOptions: COMPILER_OPTIONS }).outputText
    : source;
  return { body };
}

/** Serves the page, its modules, scripts that fail (`/fault.js?code=…`) and the tunnel. */
export async function startNoiseSite(): Promise<NoiseSite> {
  let items: Item[] = [];
  const modules = new Map<string, Promise<Answer>>();
  const cached = (file: URL): Promise<Answer> => {
    const module = modules.get(file.href) ?? readModule(file);
    modules.set(file.href, module);
    return module;
  };

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/monitoring-tunnel') {
      items.push(...readItems({ body: await buffer(request), headers: {} }));
      return { type: 'application/json', body: '{}' };
    }
    if (pathname === '/') return { type: 'text/html', body: page() };
    if (pathname === '/start.js') return { body: START };
    if (pathname === '/fault.js') {
      const headers: Answer['headers'] = searchParams.has('cors')
        ? { 'access-control-allow-origin': '*' }
        : {};
      return { body: searchParams.get('code') ?? '', headers };
    }
    if (pathname.startsWith('/config/')) return cached(new URL(pathname.slice('/config/'.length), CONFIG));
    if (pathname.startsWith('/modules/'))
      return cached(new URL(pathname.slice('/modules/'.length), NODE_MODULES));
    return { status: 404, type: 'text/plain', body: 'not found' };
  };

  const server = createServer((request, response) => {
    answer(request)
      .catch((): Answer => ({ status: 404, type: 'text/plain', body: 'not found' }))
      .then(
        ({ status = 200, type = 'text/javascript', body, headers = {} }) => {
          response.writeHead(status, { 'content-type': type, ...headers }).end(body);
        },
        () => response.destroy(),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://localhost:${port}`,
    otherOrigin: `http://127.0.0.1:${port}`,
    items: () => items,
    reset: () => {
      items = [];
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
