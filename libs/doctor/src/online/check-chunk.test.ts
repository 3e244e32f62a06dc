import { describe, expect, it } from '@jest/globals';
import { ID, TURBOPACK, WEBPACK } from '../../testing/built-chunks.helper.ts';
import type { BuiltChunks } from '../facts/debug-ids.ts';
import { checkChunk } from './check-chunk.ts';

const URL_OF_PAGE = 'https://shop.test/cart';
const PAGE = `<!doctype html><script src="/own.js"></script>
  <script src="/_next/static/chunks/polyfills.js" noModule=""></script>
  <script src="/_next/static/chunks/framework.js" async=""></script>
  <script src="https://cdn.test/_next/static/chunks/main.js?dpl=1&amp;v=2" async=""></script>`;
const MAIN = 'https://cdn.test/_next/static/chunks/main.js?dpl=1&v=2';

/** An application with these answers, by address. */
function application(answers: Readonly<Record<string, Response>>) {
  const asked: string[] = [];
  const fetch = (input: URL | RequestInfo): Promise<Response> => {
    const { url } = new Request(input);
    asked.push(url);
    return Promise.resolve(answers[url]?.clone() ?? new Response('Not found', { status: 404 }));
  };
  return { asked, fetch };
}

const running = (chunk: string) =>
  application({
    [URL_OF_PAGE]: new Response(PAGE),
    'https://shop.test/_next/static/chunks/framework.js': new Response('react'),
    [MAIN]: new Response(chunk),
  });

const built = (id: string, outcome?: NonNullable<BuiltChunks['upload']>['outcome']): BuiltChunks => ({
  debugIds: new Map([[id, '.next/static/chunks/main.js']]),
  chunks: ['.next/static/chunks/main.js'],
  ...(outcome && { upload: { outcome, text: `Source maps are ${outcome}` } }),
});

const check = (chunk: string, given?: BuiltChunks) =>
  checkChunk({ url: URL_OF_PAGE, built: given, fetch: running(chunk).fetch });

it('reads the page, and its chunks until one has a debug id; no script of others, and none for old browsers', async () => {
  const { asked, fetch } = running(TURBOPACK);

  expect(await checkChunk({ url: URL_OF_PAGE, application: 'apps/shop', fetch })).toEqual({
    check: 'debug-id',
    application: 'apps/shop',
    level: 'ok',
    message: expect.stringContaining(
      `/_next/static/chunks/main.js has the debug id ${ID}. There is no build here`,
    ),
  });
  expect(asked).toEqual([URL_OF_PAGE, 'https://shop.test/_next/static/chunks/framework.js', MAIN]);
});

describe('a debug id', () => {
  it.each([
    ['uploaded', 'ok', /which the build here knows\. It has noted: Source maps are uploaded$/],
    ['debug-ids-only', 'ok', /It has noted: Source maps are debug-ids-only$/],
    ['not-uploaded', 'warning', /which the build here knows\. Source maps are not-uploaded$/],
    ['unknown', 'warning', /Source maps are unknown$/],
    [undefined, 'ok', /It has not noted whether it uploaded source maps$/],
  ] as const)('that the build knows, with the note %s, is %s', async (outcome, level, message) => {
    expect(await check(WEBPACK, built(ID, outcome))).toMatchObject({
      level,
      message: expect.stringMatching(message),
    });
  });

  it('that the build does not know is one of another build, whatever was uploaded here', async () => {
    expect(await check(TURBOPACK, built(ID.replace('e', 'f'), 'uploaded'))).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(/which the build here does not know: another build runs$/),
      fix: expect.stringContaining('Source maps are uploaded'),
    });
  });

  it('that is not among the chunks that are read may be known to the build', async () => {
    const large: BuiltChunks = { ...built(ID.replace('e', 'f'), 'uploaded'), mayHaveMore: true };
    expect(await check(TURBOPACK, large)).toMatchObject({
      level: 'ok',
      message: expect.stringMatching(
        /is not among the first 1 chunks of the build here, and no more are read$/,
      ),
    });
  });

  it('that no chunk has means minified stack traces', async () => {
    expect(await check('main', built(ID, 'uploaded'))).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(
        /^\/_next\/static\/chunks\/framework\.js of the running application has no/,
      ),
      fix: expect.stringContaining('SENTRY_AUTH_TOKEN'),
    });
  });
});

describe('says that no chunk was checked', () => {
  it.each([
    ['a redirect', new Response(null, { status: 307, headers: { location: '/sign-in' } })],
    ['a page without scripts', new Response('<!doctype html>')],
    ['a page whose chunks are gone', new Response(PAGE)],
  ])('for %s', async (_, page) => {
    const { fetch } = application({ [URL_OF_PAGE]: page });
    expect(await checkChunk({ url: URL_OF_PAGE, fetch })).toMatchObject({
      level: 'ok',
      message: expect.stringMatching(/^No chunk was checked/),
    });
  });

  it('for a server that is away, and for no address', async () => {
    const fetch = (): Promise<Response> => Promise.reject(new Error('connect ECONNREFUSED'));
    for (const url of [URL_OF_PAGE, 'shop'])
      expect(await checkChunk({ url, fetch })).toMatchObject({ level: 'ok' });
  });
});
