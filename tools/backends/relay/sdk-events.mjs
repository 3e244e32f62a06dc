// Real events of browser and server SDKs, started with Adit's options, which report to a server here.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../../src/chromium.mjs';
import { importFrom, ROOT } from '../../src/projects.mjs';

const { bundle, serve } = await importFrom('tools/bench/build.mjs');

const CACHE = join(ROOT, 'node_modules/.cache/adit-backends/relay');
const TIMEOUT_MS = 60_000;
/** Kinds of items that Relay's normaliser reads. */
const EVENT_TYPES = ['event', 'transaction', 'feedback'];

const SERVER = `
import { createServer } from 'node:http';
import * as Sentry from '@sentry/node';
import { defineMonitoring, toServerOptions } from './libs/monitoring-config/src/index.ts';
import { reportAll } from './tools/backends/relay/faults.mjs';

const monitoring = defineMonitoring(process.env, { tracesSampleRate: 1, release: 'shop@1' });
Sentry.init({ ...toServerOptions(monitoring, { sdk: Sentry }), traceLifecycle: 'static' });
await reportAll(Sentry);

const shop = createServer((request, response) => {
  console.warn('answering', { url: request.url });
  Sentry.captureException(new Error('in a request'));
  response.writeHead(500).end();
});
await new Promise((resolve) => shop.listen(0, '127.0.0.1', resolve));
const origin = 'http://127.0.0.1:' + shop.address().port;
const headers = { referer: 'https://shop.test/', cookie: 'theme=dark' };
await Sentry.startSpan({ name: 'a visit' }, async () => {
  for (const path of ['/orders/17?tab=items', '/a%20b?q=%F0%9F%9B%92', '/' + 'p'.repeat(3_000)])
    await fetch(origin + path, { headers });
  await fetch(origin + '/orders', { method: 'POST', body: JSON.stringify({ items: [1, 2] }) });
});
shop.closeAllConnections();
await new Promise((resolve) => shop.close(resolve));
await Sentry.flush(20_000);
process.exit(0);
`;

const BROWSER = `
import * as Sentry from '@sentry/browser';
import { defineMonitoring, toClientOptions } from './libs/monitoring-config/src/index.ts';
import { reportAll } from './tools/backends/relay/faults.mjs';

const monitoring = defineMonitoring({}, {
  dsn: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509',
  environment: 'test',
  release: 'shop@1',
  tracesSampleRate: 1,
});
const integrations = [Sentry.browserTracingIntegration()];
Sentry.init({
  ...toClientOptions(monitoring, { sdk: Sentry, integrations }),
  traceLifecycle: 'static',
  // In Chromium, \`keepalive\` requests fail if the page has just sent 64 KiB of them.
  transportOptions: { fetchOptions: { keepalive: false } },
});

const later = async (run) => {
  await new Promise((resolve) => setTimeout(() => { setTimeout(resolve); run(); }));
  await Sentry.flush(20_000);
};
window.report = async () => {
  await reportAll(Sentry);
  await fetch('/missing?page=2').catch(() => undefined);
  console.error('the cart', { items: 3 }, new Error('logged'));
  document.querySelector('button').click();
  history.pushState({}, '', '/orders/17');
  for (const thrown of [new Error('uncaught'), new TypeError('n is not a function'), 'a text'])
    await later(() => { throw thrown; });
  for (const reason of [new Error('unhandled'), 'a reason', { code: 3 }, undefined])
    await later(() => { Promise.reject(reason); });
  await Sentry.flush(20_000);
};
document.documentElement.dataset.ready = 'yes';
`;

/** The early script without the SDK: it sends the errors by itself. */
const EARLY = `
import { startMonitoring } from './libs/monitoring-client/src/index.ts';

const dsn = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const monitoring = startMonitoring({
  config: { dsn, tunnel: '/monitoring-tunnel?o=450&p=4509', environment: 'test', release: 'shop@1' },
  load: () => Promise.reject(new Error('The SDK is not there.')),
  quietMs: 0,
});
monitoring.captureError(new Error('captured', { cause: new TypeError('its cause') }));
monitoring.captureError('a text');
monitoring.captureError({ status: 500 });
setTimeout(() => { throw new RangeError('uncaught 🛒 \\ud83d'); });
Promise.reject(new Error('unhandled'));
`;

const page = (script) =>
  `<!doctype html><html lang="en"><title>Shop</title><button>Buy</button><script type="module" src="${script}"></script></html>`;

/** The events of an envelope. Each payload is one line. */
function eventsIn(body) {
  const [, ...lines] = body.split('\n');
  return lines.flatMap((line, index) =>
    index % 2 === 0 && line !== '' && EVENT_TYPES.includes(JSON.parse(line).type)
      ? [JSON.parse(lines[index + 1])]
      : [],
  );
}

/** A server that keeps received events, and answers other requests from `files`. */
async function startRecorder(files = {}) {
  const events = [];
  let arrived = () => {};
  const { origin, close } = await serve(async (request, response) => {
    const bytes = Buffer.concat(await request.toArray());
    const file = files[new URL(request.url, 'http://localhost').pathname];
    if (request.method === 'POST') {
      events.push(
        ...eventsIn(String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes)),
      );
      arrived();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    } else if (file === undefined) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': file.startsWith('<') ? 'text/html' : 'text/javascript' })
        .end(file);
  });
  return {
    events,
    origin,
    close,
    /** Resolves when this many events have arrived. */
    untilSome: (count) =>
      new Promise((resolve, reject) => {
        AbortSignal.timeout(TIMEOUT_MS).addEventListener('abort', () =>
          reject(new Error(`${events.length} of ${count} events came within ${TIMEOUT_MS} ms`)),
        );
        arrived = () => {
          if (events.length >= count) resolve();
        };
        arrived();
      }),
  };
}

/** The events that `@sentry/node` with Adit's options sends for all faults, and for requests to a server. */
export async function serverEvents() {
  mkdirSync(CACHE, { recursive: true });
  const program = join(CACHE, 'server.mjs');
  writeFileSync(program, await bundle({ source: SERVER, platform: 'node', external: ['@sentry/*'] }));
  const recorder = await startRecorder();
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      SENTRY_DSN: recorder.origin.replace('://', '://key@') + '/4509',
      SENTRY_ENVIRONMENT: 'test',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: TIMEOUT_MS,
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = await once(child, 'close');
  await recorder.close();
  if (code !== 0) throw new Error(`The server's program ended with ${code}: ${errors}`);
  return recorder.events;
}

/** The browser, or the reason in one line why there is none. */
export function findBrowser() {
  try {
    return { executablePath: ensureChromium() };
  } catch (error) {
    return { problem: error.message };
  }
}

const EARLY_EVENTS = 5;

/**
 * The events that `@sentry/browser` with Adit's options sends for all faults in Chromium, and those that the early
 * script sends without it.
 */
export async function browserEvents(executablePath) {
  const script = (source) => bundle({ source, platform: 'browser' });
  const recorder = await startRecorder({
    '/': page('/sdk.js'),
    '/early': page('/early.js'),
    '/sdk.js': await script(BROWSER),
    '/early.js': await script(EARLY),
  });
  const browser = await chromium.launch({ executablePath });
  try {
    const tab = await browser.newPage();
    await tab.goto(recorder.origin);
    await tab.waitForSelector('html[data-ready=yes]');
    await tab.evaluate('report()');
    await tab.close();
    const early = await browser.newPage();
    const before = recorder.events.length;
    await early.goto(`${recorder.origin}/early`);
    await recorder.untilSome(before + EARLY_EVENTS);
    return recorder.events;
  } finally {
    await browser.close();
    await recorder.close();
  }
}
