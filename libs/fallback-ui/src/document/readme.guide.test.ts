/** @jest-environment node */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { honestStatusProblems } from '@adit/testing/honest-status';
import { build } from 'esbuild';
import express from 'express';
import * as hono from 'hono';
import { findExample, runExample } from '../../testing/run-example.helper.ts';
import { texts as plainEn } from '../texts/plain/en.ts';
import type { FallbackLocale } from '../texts/locales.ts';
import * as documents from './index.ts';
import * as screenDocument from './render-screen-document.ts';

const GUIDE = readFileSync(join(__dirname, '../../docs/honest-status.md'), 'utf8');
const README = readFileSync(join(__dirname, '../../README.md'), 'utf8');

const PACKAGES = {
  '@adit/fallback-ui/document': documents,
  '@adit/fallback-ui/document/screen': screenDocument,
  '@adit/fallback-ui/texts/plain/en': { texts: plainEn },
};

/** The guide's example in a language that contains a text. */
const example = (language: string, holds: string) => findExample(GUIDE, language, holds);

/** Runs an example with its imports. */
const run = (code: string, packages: Record<string, unknown>, globals?: Record<string, unknown>): unknown =>
  runExample(code, { ...PACKAGES, ...packages }, globals);

const german = { headers: { 'accept-language': 'de-AT, en;q=0.5' } };

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Minified and gzipped. */
async function kilobytes(contents: string): Promise<number> {
  const stdin = { contents, resolveDir: __dirname, loader: 'ts' } as const;
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: 'esm', write: false });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length / 1_000;
}

describe('the guide to honest status', () => {
  it('answers from a proxy for a missing page, and lets the rest pass', async () => {
    const products = { isProduct: async (id: string) => id === '1' };
    const { proxy } = run(example('ts', 'proxy.ts'), { './products': products }) as {
      proxy: (request: Request) => Promise<Response | undefined>;
    };
    const response = await proxy(new Request('https://site.example/products/2', german));

    expect(await proxy(new Request('https://site.example/products/1'))).toBeUndefined();
    expect(response?.headers.get('content-language')).toBe('de');
    expect(await honestStatusProblems(response!, 404)).toEqual([]);
  });

  it('leads from a page for members to the sign-in and back, with a checked path', async () => {
    const sanitizeReturnPath = jest.fn((path: string): string | undefined =>
      path === '/account/orders?page=2' ? path : undefined,
    );
    const { proxy } = run(example('ts', 'sanitizeReturnPath'), {
      '@adit/router/url': { sanitizeReturnPath },
      './members': { isMember: async (request: Request) => request.headers.has('cookie') },
    }) as { proxy: (request: Request) => Promise<Response | undefined> };
    const at = (path: string, headers = {}) => proxy(new Request(`https://site.example${path}`, { headers }));
    const response = await at('/account/orders?page=2');

    expect(await at('/account', { cookie: 'session=1' })).toBeUndefined();
    expect(await honestStatusProblems(response!, 401)).toEqual([]);
    expect(await response!.text()).toContain('href="/sign-in?return=%2Faccount%2Forders%3Fpage%3D2"');
    expect(await (await at('//evil.example'))!.text()).toContain('href="/sign-in?return=%2F"');
    expect(sanitizeReturnPath).toHaveBeenLastCalledWith('//evil.example', { signInPath: '/sign-in' });
  });

  it('answers from Hono', async () => {
    const { app } = run(example('ts', "from 'hono'"), { hono }) as { app: hono.Hono };
    app.get('/crash', () => {
      throw new Error('boom');
    });
    const later = await app.request('/orders');

    expect(await honestStatusProblems(await app.request('/gone', german), 404)).toEqual([]);
    expect(await honestStatusProblems(await app.request('/crash'), 500)).toEqual([]);
    expect(later.headers.get('retry-after')).toBe('600');
    expect(await honestStatusProblems(later, 503)).toEqual([]);
  });

  it('answers from Express', async () => {
    const { app } = run(example('ts', "from 'express'"), { express }) as { app: express.Express };
    const server = createServer(app as (...args: unknown[]) => void);
    try {
      const origin = await listen(server);
      const gone = await fetch(`${origin}/gone`, german);

      expect(gone.headers.get('content-language')).toBe('de');
      expect(gone.headers.get('vary')).toBe('accept, accept-language');
      expect(await honestStatusProblems(gone, 404)).toEqual([]);

      const accept = 'application/json, text/plain, */*';
      const told = await fetch(`${origin}/gone`, { headers: { accept } });
      expect(told.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(await honestStatusProblems(told, 404)).toEqual([]);

      const head = await fetch(`${origin}/gone`, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(
        (await fetch(`${origin}/gone`)).headers.get('content-length'),
      );
      expect(await honestStatusProblems(await fetch(`${origin}/orders`), 500)).toEqual([]);
    } finally {
      await stop(server);
    }
  });

  it('answers from a service worker when the network does not', async () => {
    type Listener = (event: object) => void;
    let onFetch: Listener = () => undefined;
    let network: () => Promise<Response> = () => Promise.reject(new TypeError('Failed to fetch'));
    run(
      example('ts', 'sw.ts'),
      {},
      {
        self: { addEventListener: (_: string, listener: Listener) => (onFetch = listener) },
        fetch: () => network(),
      },
    );
    const answerTo = async (mode: string): Promise<Response | undefined> => {
      let answer: Promise<Response> | undefined;
      onFetch({ request: { mode }, respondWith: (given: Promise<Response>) => (answer = given) });
      return answer;
    };

    expect(await honestStatusProblems((await answerTo('navigate'))!, 503)).toEqual([]);
    expect(await (await answerTo('navigate'))!.text()).toContain(plainEn.offline.heading);
    expect(await answerTo('cors')).toBeUndefined();

    network = () => Promise.resolve(new Response('the page'));
    expect(await (await answerTo('navigate'))!.text()).toBe('the page');
  });

  it('is right about the size of a service worker', async () => {
    const [, one, all] =
      /(\d+) KB with one language, .*? (\d+) KB with all/.exec(GUIDE.replace(/\s+/g, ' '))?.map(Number) ?? [];
    const screen = `export { renderScreenDocument } from './render-screen-document.ts'`;

    const oneNow = await kilobytes(`${screen}; export { texts } from '../texts/plain/en.ts'`);
    const allNow = await kilobytes(`export { renderFaultDocument } from './index.ts'`);

    expect(Math.abs(oneNow - one!)).toBeLessThan(1);
    expect(Math.abs(allNow - all!)).toBeLessThan(2);
  });

  it('links to existing sections', () => {
    const anchors = [...GUIDE.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );

    for (const [, anchor] of GUIDE.matchAll(/\]\(#([^)]*)\)/g)) expect(anchors).toContain(anchor);
  });
});

describe('the README on documents', () => {
  it('has one as text, and the complete answer to a request', async () => {
    const { html, answer } = run(findExample(README, 'ts', 'faultResponse'), {}) as {
      html: string;
      answer: (request: Request) => Response;
    };
    const response = answer(new Request('https://site.example/', german));

    expect(html).toContain('<title>Unter dieser Adresse gibt es keine Seite – Example</title>');
    expect(response.headers.get('content-language')).toBe('de');
    expect(response.headers.get('retry-after')).toBe('600');
    expect(await honestStatusProblems(response, 503)).toEqual([]);
  });

  it('is right about their number', () => {
    expect(README).toContain(`writes ${documents.faultDocuments().length} documents`);
  });
});

const NGINX = '/usr/sbin/nginx';
const hasNginx = existsSync(NGINX);
const withNginx = hasNginx
  ? 'the nginx of the guide'
  : `the nginx of the guide (SKIPPED: there is no ${NGINX})`;
// Tells why tests are skipped. Jest's console would add a stack.
if (!hasNginx) process.stderr.write(`${withNginx}\n`);

(hasNginx ? describe : describe.skip)(withNginx, () => {
  let folder: string;
  let nginx: ChildProcess;
  let origin: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'adit-nginx-'));
    for (const name of ['site/folder', 'faults']) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'site/page.html'), 'a page');
    const command = example('sh', 'adit-fault-documents');
    const argument = (name: string): string => new RegExp(`--${name} (\\S+)`).exec(command)?.[1] ?? '';
    const locales = argument('locales').split(',') as FallbackLocale[];
    const retryAfter = argument('retry-after');
    for (const { file, html } of documents.faultDocuments({ locales, retryAfter })) {
      writeFileSync(join(folder, 'faults', file), html);
    }

    // Finds a free port.
    const server = createServer();
    origin = await listen(server);
    const { port } = server.address() as AddressInfo;
    await stop(server);

    const site = example('nginx', 'error_page')
      .replaceAll('/srv', folder)
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      // Nothing listens on port 1: the application is down.
      .replace(
        'location /faults/',
        `location /down { proxy_pass http://127.0.0.1:1; }
         location /closed { return 503; }
         location /faults/`,
      );
    const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
       events {} http { access_log off; types { text/html html; } ${temp}\n${site} }`,
    );
    nginx = spawn(NGINX, ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]);
    await listening(port);
  });

  afterAll(async () => {
    const ended = new Promise((resolve) => nginx.once('exit', resolve));
    if (nginx.kill()) await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  /** Resolves when the server accepts connections. */
  async function listening(port: number): Promise<void> {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.unref();
    });
    if (nginx.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'));
    if (!isOpen) await new Promise((resolve) => setImmediate(resolve)).then(() => listening(port));
  }

  it.each([
    ['/gone', 404, null],
    ['/folder/', 403, null],
    ['/faults/404.de.html', 404, null],
    ['/closed', 503, '600'],
  ])('answers %s with %s itself and its document', async (path, code, retryAfter) => {
    const response = await fetch(origin + path);

    expect(response.headers.get('retry-after')).toBe(retryAfter);
    expect(await honestStatusProblems(response, code)).toEqual([]);
  });

  it('shows the 503 document if the application is down, and keeps the status', async () => {
    const response = await fetch(`${origin}/down`, german);

    expect(await honestStatusProblems(response, 502)).toEqual([]);
    expect(response.headers.get('retry-after')).toBe('600');
    expect(await response.text()).toBe(documents.renderFaultDocument(503, 'de', { retryAfter: 600 }));
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['FR', 'fr'],
    ['zh-CN,zh;q=0.9', 'zh-Hans'],
    ['zh-TW,zh;q=0.9', 'en'],
    ['pl', 'en'],
    ['*', 'en'],
  ] as const)('speaks to "%s" in %s', async (acceptLanguage, locale) => {
    const response = await fetch(`${origin}/gone`, { headers: { 'accept-language': acceptLanguage } });

    expect(response.headers.get('content-language')).toBe(locale);
    expect(response.headers.get('vary')).toBe('Accept-Language');
    expect(await response.text()).toBe(documents.renderFaultDocument(404, locale));
  });

  it('does not touch an existing page', async () => {
    const response = await fetch(`${origin}/page.html`);

    expect(await honestStatusProblems(response, 404)).toContain('the status is 200, not 404');
    expect(await response.text()).toBe('a page');
  });
});
