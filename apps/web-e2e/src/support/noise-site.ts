import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readItems, type Item } from './envelopes.ts';
import { serve } from './serve.ts';

/** A page with the browser SDK and the options of monitoring-config, and what it sends. */
export interface NoiseSite {
  readonly origin: string;
  /** The same server under another name, so that its scripts have another origin. */
  readonly otherOrigin: string;
  /** Items received through the tunnel since {@link NoiseSite.reset}. */
  readonly items: () => readonly Item[];
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<title>Noise</title>
<script type="module" src="/start.js"></script>
</head>
<body><p>Text that a translator would wrap</p></body>
</html>`;

/** Starts the SDK as an application does. The page's query sets properties of the document. */
const START = `
import * as Sentry from '@sentry/browser';
import { watchPageLeave } from '@adit/monitoring-client';
import { defineMonitoring } from './define-monitoring.ts';
import { createNoiseFilter } from '@adit/policy';
import { isBot } from '@adit/policy/bots';
import { toClientOptions } from './options/client.ts';

const query = new URLSearchParams(location.search);

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
  isBot,
  isPageLeaving: watchPageLeave(window),
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

/** Bundled as one script: the SDK alone would otherwise load hundreds of modules. */
async function bundleStart(): Promise<string> {
  const resolveDir = fileURLToPath(new URL('../../../../libs/monitoring-config/src/', import.meta.url));
  const { outputFiles } = await build({
    stdin: { contents: START, resolveDir },
    bundle: true,
    conditions: ['@adit/source'],
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Serves the page, its script, scripts that fail (`/fault.js?code=…`), the tunnel, and `/held`, which never answers.
 */
export async function startNoiseSite(): Promise<NoiseSite> {
  let items: Item[] = [];
  const start = await bundleStart();

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/monitoring-tunnel') {
      items.push(...readItems({ body: await buffer(request), headers: {} }));
      return { type: 'application/json', body: '{}' };
    }
    if (pathname === '/') return { type: 'text/html', body: PAGE };
    if (pathname === '/start.js') return { body: start };
    if (pathname === '/fault.js') {
      const headers: Answer['headers'] = searchParams.has('cors')
        ? { 'access-control-allow-origin': '*' }
        : {};
      return { body: searchParams.get('code') ?? '', headers };
    }
    return { status: 404, type: 'text/plain', body: 'not found' };
  };

  const { origin, port, close } = await serve((request, response) => {
    if (request.url?.startsWith('/held') === true) return;
    answer(request)
      .catch((): Answer => ({ status: 404, type: 'text/plain', body: 'not found' }))
      .then(
        ({ status = 200, type = 'text/javascript', body, headers = {} }) => {
          response.writeHead(status, { 'content-type': type, ...headers }).end(body);
        },
        () => response.destroy(),
      );
  });

  return {
    origin,
    otherOrigin: `http://127.0.0.1:${port}`,
    items: () => items,
    reset: () => {
      items = [];
    },
    close,
  };
}
