/** @jest-environment node */
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentTypeOf } from './content-types.ts';
import { decideAnswer } from './decide-answer.ts';

/** Next's own, which have no types. */
const compression = jest.requireActual<() => (...args: unknown[]) => void>('next/dist/compiled/compression');
const { getContentType, serveStatic } = jest.requireActual<{
  getContentType: (ending: string) => string;
  serveStatic: (request: unknown, response: unknown, path: string, options: object) => Promise<void>;
}>('next/dist/server/serve-static');

const FILES = {
  'large.js': 'x'.repeat(3_000),
  'small.css': 'a{}',
  'font.woff2': 'f'.repeat(2_000),
  'empty.js': '',
};
const MODIFIED = new Date('2026-01-02T03:04:05.678Z');
let folder: string;
/** Answers as Next does: its own modules with its own settings. */
let next: Server;
let isCompressed = true;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adit-answers-'));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
  const compress = compression();
  next = createServer((incoming, response) => {
    if (isCompressed) compress(incoming, response, () => undefined);
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    serveStatic(incoming, response, incoming.url ?? '', { root: folder, etag: isCompressed }).catch(
      (error: unknown) => {
        response.statusCode = (error as { statusCode: number }).statusCode;
        response.end();
      },
    );
  });
  await new Promise<void>((resolve) => next.listen(0, resolve));
});
afterAll(async () => {
  await new Promise((resolve) => next.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** node:http adds these. */
const OF_NODE = ['date', 'connection', 'transfer-encoding'];

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function askNext(
  name: string,
  { method, headers }: Ask,
): Promise<{ status?: number; headers: IncomingHttpHeaders }> {
  const { port } = next.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ port, path: `/${name}`, method, headers, agent: false }, (answer) => {
      answer.resume().on('end', () => {
        const headers = Object.entries(answer.headers).filter(([field]) => !OF_NODE.includes(field));
        resolve({ status: answer.statusCode, headers: Object.fromEntries(headers) });
      });
    });
    asked.on('error', reject).end();
  });
}

const decide = (name: string, { method = 'GET', headers = {} }: Ask) => {
  const { size, mtime } = statSync(join(folder, name));
  return decideAnswer(
    { method, headers },
    name,
    { bytes: size, modifiedMs: mtime.getTime() },
    { compress: isCompressed, generateEtags: isCompressed },
  );
};

const asSent = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const ASKS: readonly (readonly [string, Ask])[] = [
  ['a plain request', {}],
  ['HEAD', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } }],
  ['gzip', { headers: { 'accept-encoding': 'gzip, deflate, br' } }],
  ['any encoding', { headers: { 'accept-encoding': '*' } }],
  ['no gzip', { headers: { 'accept-encoding': 'gzip;q=0, identity' } }],
  ['an old ETag', { headers: { 'if-none-match': 'W/"1-1", "2"' } }],
  ['any ETag', { headers: { 'if-none-match': '*' } }],
  ['a newer date', { headers: { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() } }],
  ['an older date', { headers: { 'if-modified-since': MODIFIED.toUTCString().replace('2026', '2001') } }],
  ['an invalid date', { headers: { 'if-modified-since': 'yesterday' } }],
  ['no cache', { headers: { 'if-none-match': '*', 'cache-control': 'no-cache' } }],
  ['a range', { headers: { range: 'bytes=1-2' } }],
  ['an open range', { headers: { range: 'bytes=2-' } }],
  ['the last bytes', { headers: { range: 'bytes=-2' } }],
  ['a range beyond the end', { headers: { range: 'bytes=1-20000' } }],
  ['two ranges', { headers: { range: 'bytes=0-0,2-2' } }],
  ['another unit', { headers: { range: 'lines=0-0' } }],
  ['a range of an older file', { headers: { range: 'bytes=0-0', 'if-range': '"older"' } }],
  ['a range since a date', { headers: { range: 'bytes=0-0', 'if-range': 'Thu, 01 Jan 2099 00:00:00 GMT' } }],
  [
    'a range of an older date',
    { headers: { range: 'bytes=0-0', 'if-range': 'Mon, 01 Jan 2001 00:00:00 GMT' } },
  ],
];

describe.each([true, false])('with compression and ETags %s', (is) => {
  beforeAll(() => void (isCompressed = is));

  it.each(ASKS)('answers %s like Next, with all of its headers', async (_name, ask) => {
    for (const name of Object.keys(FILES)) {
      // An empty file has no byte that a range could name.
      if (name === 'empty.js' && ask.headers?.['range'] !== undefined) continue;
      const { status, headers } = decide(name, ask);
      expect({ name, status, headers: asSent(headers) }).toEqual({ name, ...(await askNext(name, ask)) });
    }
  });

  it('answers its own ETag with 304, like Next', async () => {
    const { headers } = decide('large.js', {});
    const ask = {
      headers: { 'if-none-match': headers['ETag'] ?? '"none"', 'if-range': headers['ETag'] ?? '"none"' },
    };
    const answer = decide('large.js', ask);
    expect(answer.status).toBe(is ? 304 : 200);
    expect({ status: answer.status, headers: asSent(answer.headers) }).toEqual(
      await askNext('large.js', ask),
    );
  });
});

it('says that a range is not in the file', async () => {
  isCompressed = true;
  const ask = { headers: { range: 'bytes=9000-' } };
  expect(decide('large.js', ask)).toEqual({
    status: 416,
    headers: expect.objectContaining({ 'Content-Range': 'bytes */3000', 'Content-Length': '0' }) as unknown,
    range: undefined,
    isGzipped: false,
  });
  expect((await askNext('large.js', ask)).status).toBe(416);
});

it('reads ranges as RFC 9110 says, where Next answers 416', async () => {
  isCompressed = true;
  const all = { headers: { range: 'bytes=-20000' } };
  const invalid = { headers: { range: 'bytes=x-y' } };
  expect(decide('large.js', all).status).toBe(206);
  expect(decide('large.js', all).range).toEqual({ start: 0, end: 2_999 });
  expect(decide('large.js', invalid).status).toBe(200);
  expect([(await askNext('large.js', all)).status, (await askNext('large.js', invalid)).status]).toEqual([
    416, 416,
  ]);
});

it('has no body for HEAD, 304 and an empty file', () => {
  expect(decide('large.js', { method: 'HEAD' }).range).toBeUndefined();
  expect(decide('large.js', { method: 'HEAD', headers: { range: 'bytes=0-1' } }).range).toBeUndefined();
  expect(decide('empty.js', {}).range).toBeUndefined();
});

it('knows the types of Next for the endings of static files', () => {
  const endings =
    'js mjs css json txt vtt svg xml webmanifest wasm ttf otf eot ico bmp gltf woff woff2 png apng jpg';
  for (const ending of `${endings} jpeg gif webp avif jxl heic mp4 webm ogv mov mp3 m4a ogg wav pdf glb other`.split(
    ' ',
  ))
    expect(contentTypeOf(`a.${ending}`).type.replace('; charset=UTF-8', '')).toBe(getContentType(ending));
  expect(contentTypeOf('a.JS').type).toBe('application/javascript; charset=UTF-8');
});
