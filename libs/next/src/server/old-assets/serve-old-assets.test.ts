/** @jest-environment node */
import { createServer, request, type IncomingHttpHeaders, type RequestOptions, type Server } from 'node:http';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { keepBuild } from '../../old-assets/keep-build.ts';

const ORIGINAL = process.env;
let root: string;
let server: Server;
/** The targets of the requests that reached the application. */
let seen: string[];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'adit-serve-'));
  seen = [];
  server = createServer((incoming, response) => {
    seen.push(incoming.url ?? '');
    response.writeHead(404).end('application');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  jest.resetModules();
});
afterEach(async () => {
  process.env = ORIGINAL;
  jest.restoreAllMocks();
  // Each test has an interception of its own.
  for (const key of Object.getOwnPropertySymbols(globalThis))
    if (/^Symbol\(@adit\/(?:tunnel:interception|next:warned)/.test(String(key)))
      Reflect.deleteProperty(globalThis, key);
  await new Promise((resolve) => server.close(resolve));
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** A build in a folder of its own. */
function build(
  name: string,
  files: Readonly<Record<string, string>>,
  config: object = {},
  headers: unknown[] = [],
): string {
  write(`${name}/BUILD_ID`, name);
  write(`${name}/required-server-files.json`, JSON.stringify({ config }));
  write(`${name}/routes-manifest.json`, JSON.stringify({ headers }));
  for (const [path, content] of Object.entries(files)) write(`${name}/static/${path}`, content);
  return join(root, name);
}

/** Keeps a build in the cache of another, as `next build` does. */
function keepIn(into: string, from: string, now = Date.now()): void {
  const options = { staticFolder: join(from, 'static'), earlierBuilds: 5, now };
  Array.from(keepBuild({ ...options, folder: join(into, 'cache/adit/old-assets') }));
}

async function serve(
  buildFolder: string | undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  process.env = { ...ORIGINAL, ADIT_KEEP_BUILDS: '5', ...env };
  const { serveOldAssets } = await import('./serve-old-assets.ts');
  await serveOldAssets(buildFolder);
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function ask(path: string, options: RequestOptions = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, agent: false, ...options }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    asked.on('error', reject).end();
  });
}

const statusOf = async (path: string, options?: RequestOptions): Promise<number | undefined> =>
  (await ask(path, options)).status;

const OLD = {
  'chunks/old.js': 'old '.repeat(1_000),
  'chunks/app/[slug]/page-1.js': 'page',
  'same/_buildManifest.js': 'old manifest',
  'media/font.woff2': 'font',
};

it('answers files that the build lacks with those of earlier builds; Next answers all else', async () => {
  const now = build('new', { 'chunks/new.js': 'new', 'same/_buildManifest.js': 'new manifest' });
  keepIn(now, build('old', OLD));
  keepIn(now, now);
  // Control: without it, the application answers.
  expect(await statusOf('/_next/static/chunks/old.js')).toBe(404);
  await serve(now);
  const { status, headers, body } = await ask('/_next/static/chunks/old.js?dpl=deployment-1');
  expect({ status, body: String(body) }).toEqual({ status: 200, body: OLD['chunks/old.js'] });
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=UTF-8',
    'content-length': '4000',
  });
  const gzipped = await ask('/_next/static/chunks/old.js', { headers: { 'accept-encoding': 'gzip' } });
  expect(String(gunzipSync(gzipped.body))).toBe(OLD['chunks/old.js']);
  const part = await ask('/_next/static/media/font.woff2', { headers: { range: 'bytes=1-2' } });
  expect({ status: part.status, body: String(part.body) }).toEqual({ status: 206, body: 'on' });
  const head = await ask('/_next/static/chunks/old.js', { method: 'HEAD' });
  expect({ status: head.status, length: head.headers['content-length'], body: String(head.body) }).toEqual({
    status: 200,
    length: '4000',
    body: '',
  });
  expect(await statusOf('/_next/static/chunks/app/%5Bslug%5D/page-1.js')).toBe(200);
  expect(await statusOf('/_next/static/chunks/app/[slug]/page-1.js')).toBe(200);
  expect(seen).toEqual(['/_next/static/chunks/old.js']);
  seen = [];
  const passed = [
    // The build has these, so what it has wins.
    '/_next/static/chunks/new.js',
    '/_next/static/same/_buildManifest.js',
    '/_next/static/chunks/unknown.js',
    '/_next/static/',
    '/_next/static/%E0%A4%A',
    '/docs/_next/static/chunks/old.js',
    '/',
  ];
  for (const path of passed) expect(await statusOf(path)).toBe(404);
  expect(await statusOf('/_next/static/chunks/old.js', { method: 'POST' })).toBe(404);
  expect(await statusOf('/_next/static/chunks/old.js', { headers: { expect: '200-ok' } })).not.toBe(200);
  expect(seen.slice(0, 8)).toEqual([...passed, '/_next/static/chunks/old.js']);
});

it('opens no other file, however the path is written', async () => {
  const now = build('new', { 'chunks/new.js': 'new' });
  keepIn(now, build('old', OLD));
  write('secret.js', 'secret');
  await serve(now);
  for (const path of [
    '/_next/static/../BUILD_ID',
    '/_next/static/%2e%2e/BUILD_ID',
    '/_next/static/..%2f..%2fsecret.js',
    '/_next/static/chunks/../../../secret.js',
    `/_next/static/${encodeURIComponent(join(root, 'secret.js'))}`,
    '/_next/static/chunks/old.js%00',
    '/_next/static//chunks/old.js',
    '/_next/static/__proto__',
  ])
    expect(await statusOf(path)).toBe(404);
});

it('answers its own files once a further build has deleted them', async () => {
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
  let clock = 0;
  const now = build('new', { 'chunks/new.js': 'new', 'media/unkept.js.map': '{}' });
  keepIn(now, now);
  await serve(now);
  // Next answers while the files are there, however much time passes.
  clock = 60_000;
  expect(await statusOf('/_next/static/chunks/new.js')).toBe(404);
  rmSync(join(now, 'static'), { recursive: true });
  // It looks at most ten times a second.
  expect(await statusOf('/_next/static/chunks/new.js')).toBe(404);
  expect(seen).toHaveLength(2);
  clock += 100;
  expect(String((await ask('/_next/static/chunks/new.js')).body)).toBe('new');
  // Also when that build has written its own.
  write('new/static/chunks/newer.js', 'newer');
  clock += 60_000;
  expect(String((await ask('/_next/static/chunks/new.js')).body)).toBe('new');
  expect(await statusOf('/_next/static/media/unkept.js.map')).toBe(404);
  expect(seen.slice(2)).toEqual(['/_next/static/media/unkept.js.map']);
});

it('answers its own files once a further build has replaced the folder', async () => {
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
  let clock = 0;
  const now = build('new', { 'chunks/new.js': 'new' });
  keepIn(now, now);
  await serve(now);
  rmSync(join(now, 'static'), { recursive: true });
  write('new/static/chunks/newer.js', 'newer');
  clock = 100;
  expect(String((await ask('/_next/static/chunks/new.js')).body)).toBe('new');
});

it('answers below basePath and the path of assetPrefix, with the headers of next.config', async () => {
  const headers = [
    {
      source: '/docs/_next/static/:path*',
      regex: '^/docs/_next/static(?:/(.*))?$',
      headers: [
        { key: 'Access-Control-Allow-Origin', value: '*' },
        { key: 'cache-control', value: 'public, max-age=60' },
      ],
    },
  ];
  const config = {
    basePath: '/docs',
    assetPrefix: 'https://cdn.example/shop/',
    compress: false,
    generateEtags: false,
  };
  const now = build('new', {}, config, headers);
  write('new/static/chunks/new.js', 'new');
  keepIn(now, build('old', OLD));
  await serve(now);
  const answer = await ask('/docs/_next/static/chunks/old.js', { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=60',
  });
  expect([answer.headers.etag, answer.headers.vary, answer.headers['content-encoding']]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await statusOf('/shop/_next/static/chunks/old.js')).toBe(200);
  expect(await statusOf('/_next/static/chunks/old.js')).toBe(404);
});

it('goes on when a visitor leaves in the middle of an answer', async () => {
  const now = build('new', { 'chunks/new.js': 'new' });
  keepIn(now, build('old', { 'media/film.mp4': 'film'.repeat(4_000_000), 'chunks/old.js': 'old' }));
  await serve(now);
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve, reject) => {
    const asked = request({ port, path: '/_next/static/media/film.mp4', agent: false }, (answer) => {
      answer.once('data', () => {
        asked.destroy();
        resolve();
      });
    });
    asked.once('error', reject).end();
  });
  expect(await statusOf('/_next/static/chunks/old.js')).toBe(200);
});

it('passes what is corrupt or gone: Next answers 404', async () => {
  const now = build('new', { 'chunks/new.js': 'new' });
  keepIn(now, build('old', { 'a.js': 'aaaa', 'b.js': 'bbbb', 'c.js': 'cccc', 'd.js': 'dddd' }));
  const files = join(now, 'cache/adit/old-assets/files');
  for (const name of readdirSync(files)) {
    const content = readFileSync(join(files, name), 'utf8');
    if (content === 'aaaa') writeFileSync(join(files, name), 'aaab');
    if (content === 'bbbb') writeFileSync(join(files, name), 'bb');
    if (content === 'cccc') rmSync(join(files, name));
  }
  await serve(now);
  const statuses = ['a', 'b', 'c', 'd', 'd'].map((name) => statusOf(`/_next/static/${name}.js`));
  expect(await Promise.all(statuses)).toEqual([404, 404, 404, 200, 200]);
});

it('adds its own build to a shared folder, and finds those of other replicas', async () => {
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
  let clock = 0;
  const shared = join(root, 'shared');
  await serve(build('new', { 'chunks/new.js': 'new' }), { ADIT_OLD_ASSETS: shared });
  expect(await statusOf('/_next/static/chunks/next.js')).toBe(404);
  // A replica of the next deploy starts.
  const { keepBuild: keep } = await import('../../old-assets/keep-build.ts');
  const staticFolder = join(build('next', { 'chunks/next.js': 'next' }), 'static');
  Array.from(keep({ staticFolder, folder: shared, earlierBuilds: 5, now: Date.now() }));
  // It looks at most once a second.
  expect(await statusOf('/_next/static/chunks/next.js')).toBe(404);
  clock = 1_000;
  expect(await statusOf('/_next/static/chunks/next.js')).toBe(200);
  expect(readdirSync(join(shared, 'builds'))).toHaveLength(2);
});

it('says once that it cannot write, and still answers', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  write('shared', 'a file');
  await serve(build('new', { 'chunks/new.js': 'new' }), { ADIT_OLD_ASSETS: join(root, 'shared') });
  expect(log.mock.calls).toEqual([[expect.stringContaining('are not kept for open tabs')]]);
  expect(await statusOf('/_next/static/chunks/old.js')).toBe(404);
});

it('says once that a build cannot be read', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await serve(join(root, 'nowhere'));
  expect(log.mock.calls).toEqual([[expect.stringContaining('Files of earlier builds are not served.')]]);
});

it('is off with 0 builds, with the variable, in a build and outside of one', async () => {
  const now = build('new', { 'chunks/new.js': 'new' });
  keepIn(now, build('old', OLD));
  await serve(now, { ADIT_KEEP_BUILDS: '0' });
  jest.resetModules();
  await serve(now, { ADIT_OLD_ASSETS: 'off' });
  jest.resetModules();
  await serve(now, { NEXT_PHASE: 'phase-production-build' });
  jest.resetModules();
  await serve(undefined);
  expect(await statusOf('/_next/static/chunks/old.js')).toBe(404);
});
