/** @jest-environment node */
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip, gunzipSync } from 'node:zlib';
import { classicTexts, describeScreen } from '@adit/fallback-ui';
import { renderScreenParts } from '@adit/fallback-ui/document/screen';
import { lateChunks, PAGE, shellChunks } from '../../testing/next-documents.ts';
import type { AditOptions } from '../options.ts';

const options: AditOptions = { name: 'Shop', screens: { cookieName: 'language', contactHref: '/help' } };
jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));

const ORIGINAL = process.env;
const HEADING = 'Unter dieser Adresse gibt es keine Seite';
const SHELL = shellChunks({ digest: '77' });

let answer: RequestListener;
let server: Server;
let stop: () => void = () => undefined;

beforeAll(async () => {
  server = createServer((incoming, response) => answer(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, resolve));
});
beforeEach(() => {
  jest.resetModules();
  process.env = { ...ORIGINAL, ADIT_OWN_STATUSES: '404 500' };
  options.screens = { cookieName: 'language', contactHref: '/help' };
});
afterEach(() => stop());
afterAll(async () => {
  process.env = ORIGINAL;
  await new Promise((resolve) => server.close(resolve));
});

async function serve(): Promise<void> {
  const { serveStatusPages } = await import('./serve-status-pages.ts');
  stop = await serveStatusPages();
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

function get(path = '/', headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request(
      { port, path, method, agent: false, headers: { cookie: 'language=de', ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() });
        });
      },
    )
      .on('error', reject)
      .end();
  });
}

/** Answers as Next streams: it sends the headers, then each chunk. */
const stream =
  (chunks: readonly string[], status = 404, type = 'text/html; charset=utf-8'): RequestListener =>
  (_request, response) => {
    response.statusCode = status;
    response.setHeader('Content-Type', type);
    response.setHeader('Vary', 'rsc');
    response.flushHeaders();
    for (const chunk of chunks) response.write(new TextEncoder().encode(chunk));
    response.end();
  };

/** Answers as Next sends a page that it has built. */
const whole =
  (text: string, status = 404): RequestListener =>
  ({ method }, response) => {
    response.statusCode = status;
    response.setHeader('ETag', '"abc"');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(method === 'HEAD' ? null : text);
  };

/** As the `compression` middleware does, which Next applies inside the application. */
const compressed =
  (listener: RequestListener): RequestListener =>
  (incoming, response) => {
    const { write, end } = response;
    const zip = createGzip();
    zip.on('data', (chunk: Buffer) => void write.call(response, chunk, 'latin1'));
    zip.on('end', () => void Reflect.apply(end, response, []));
    const prepare = () => {
      if (response.headersSent) return;
      response.setHeader('Content-Encoding', 'gzip');
      response.removeHeader('Content-Length');
    };
    response.write = (chunk: Uint8Array | string) => {
      prepare();
      return zip.write(chunk);
    };
    response.end = ((chunk?: string | Uint8Array) => {
      prepare();
      if (chunk) zip.write(chunk);
      zip.end();
      return response;
    }) as typeof response.end;
    response.flushHeaders = () => undefined;
    listener(incoming, response);
  };

describe('S2 S3 S4 an empty document of an error', () => {
  it.each([
    ['streamed', stream(SHELL)],
    ['whole', whole(SHELL.join(''))],
    ['in one write', stream([SHELL.join('')])],
  ])('has the screen in the visitor’s language: %s', async (_what, listener) => {
    answer = listener;
    const control = await get();
    expect(control.text).toBe(SHELL.join(''));
    await serve();
    const { status, headers, bytes, text } = await get();
    expect(status).toBe(404);
    expect(text).toContain(`<main class="adit-fallback" lang="de" dir="ltr">`);
    expect(text).toContain(`<title>${HEADING} – Shop</title>`);
    expect(text.endsWith('</script></body></html>')).toBe(true);
    expect(headers.vary).toMatch(/Accept-Language, Cookie$/);
    expect(headers.etag).toBeUndefined();
    if (headers['content-length']) expect(Number(headers['content-length'])).toBe(bytes.length);
  });

  it('has it at its right length if the application sends a length and several chunks', async () => {
    answer = (_request, response) => {
      const [first = '', ...rest] = SHELL;
      response.statusCode = 404;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('content-length', Buffer.byteLength(SHELL.join('')));
      response.write('');
      response.write(first.slice(0, 60));
      response.write(first.slice(60));
      response.end(rest.join(''));
    };
    await serve();
    const { headers, bytes, text } = await get();
    expect(text).toContain(HEADING);
    expect(Number(headers['content-length'])).toBe(bytes.length);
  });

  it('is left as it is if another server has answered it', async () => {
    answer = (_request, response) => {
      response.setHeader('date', new Date(0).toUTCString());
      whole(SHELL.join(''))(_request, response);
    };
    await serve();
    expect((await get()).text).toBe(SHELL.join(''));
  });

  it.each([
    ['streamed', stream(SHELL)],
    ['whole', whole(SHELL.join(''))],
  ])('has it before the application compresses: %s', async (_what, listener) => {
    answer = compressed(listener);
    await serve();
    const { headers, bytes } = await get();
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(bytes).toString()).toContain(HEADING);
  });

  it('has the reference of the error and the nonce of its scripts', async () => {
    answer = stream(shellChunks({ digest: '1585948', nonce: 'abc=' }), 500);
    await serve();
    const { text } = await get();
    expect(text).toContain('1585948</bdi>');
    expect(text).toContain('<style nonce="abc=">');
  });

  it('is in the language of the root layout, which React is about to render', async () => {
    options.screens = {};
    answer = stream(shellChunks({ lang: 'fr' }));
    await serve();
    expect((await get('/', { 'accept-language': 'it' })).text).toContain(
      '<main class="adit-fallback" lang="fr"',
    );
  });

  it('is sent as soon as the data begin, while the rest waits', async () => {
    const [start = '', data = '', end = ''] = SHELL;
    let finish: () => void = () => undefined;
    answer = (_request, response) => {
      response.statusCode = 404;
      response.setHeader('Content-Type', 'text/html');
      response.flushHeaders();
      const called = jest.fn();
      expect(response.write(start, called)).toBe(true);
      response.write(data);
      finish = () => {
        expect(called).toHaveBeenCalledTimes(1);
        response.end(end);
      };
    };
    await serve();
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://localhost:${port}/`, { headers: { connection: 'close' } });
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes('</main>')) text += Buffer.from((await reader?.read())?.value ?? []).toString();
    finish();
    while (!text.endsWith(end)) text += Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(text).toContain('This page could not be found');
  });
});

const NOT_FOUND_JSON = '{"error":"not found"}';

describe('bytes and headers stay the same', () => {
  it.each<[string, RequestListener, Parameters<typeof get>?]>([
    ['a page, streamed', stream([PAGE.slice(0, 130), PAGE.slice(130)], 200)],
    ['a page, whole', whole(PAGE, 200)],
    ['a page, compressed', compressed(whole(PAGE, 200))],
    ['a page of 404 with content', stream([PAGE.slice(0, 130), PAGE.slice(130)])],
    ['a page of 404 with content, whole', whole(PAGE)],
    ['an answer without HTML', stream([NOT_FOUND_JSON], 404, 'application/json')],
    ['data of the router', stream(SHELL), ['/', { rsc: '1' }]],
    ['a file of the build', stream(SHELL), ['/_next/static/a.js']],
    ['another method', stream(SHELL), ['/', {}, 'POST']],
    ['a status whose page is the application’s', stream(SHELL, 403)],
    ['HEAD of a page', whole(PAGE, 200), ['/', {}, 'HEAD']],
    [
      'headers that are sent already',
      (_request, response) =>
        void response.writeHead(404, { 'content-type': 'text/html' }).end(SHELL.join('')),
    ],
    [
      'bytes that are encoded already',
      (_request, response) => {
        response.setHeader('Content-Encoding', 'br');
        whole(SHELL.join(''))(_request, response);
      },
    ],
    [
      'no body',
      (_request, response) => {
        response.statusCode = 404;
        response.setHeader('Content-Type', 'text/html');
        response.end(() => undefined);
      },
    ],
    [
      'an empty write',
      (_request, response) => {
        response.setHeader('Content-Type', 'text/html');
        response.write('');
        response.write(Buffer.from(PAGE).toString('base64'), 'base64');
        response.end();
      },
    ],
    [
      'a part that failed with a status of the application’s',
      stream(lateChunks('NEXT_HTTP_ERROR_FALLBACK;403'), 200),
    ],
  ])('of %s', async (_what, listener, [path, headers, method] = [] as never) => {
    answer = listener;
    const control = await get(path, headers, method);
    await serve();
    const answered = await get(path, headers, method);
    const without = ({ headers: all, status, text }: Answer) => ({
      status,
      text,
      headers: { ...all, date: '' },
    });
    expect(without(answered)).toEqual(without(control));
  });
});

it('HEAD of a status names no length, because the document is not there to be seen', async () => {
  answer = whole(SHELL.join(''));
  await serve();
  const { headers } = await get('/', {}, 'HEAD');
  expect([headers['content-length'], headers.etag]).toEqual([undefined, undefined]);
  expect(headers.vary).toBe('Accept-Language, Cookie');
});

it('a document that failed while it was streamed ends with the screen, for visitors without scripts', async () => {
  answer = stream(lateChunks('NEXT_HTTP_ERROR_FALLBACK;404'), 200);
  await serve();
  const { text } = await get();
  const [before = '', after = ''] = text.split('<noscript>');
  expect(before).toBe(lateChunks('NEXT_HTTP_ERROR_FALLBACK;404').slice(0, 2).join(''));
  expect(after).toMatch(
    /^<style nonce="n1">[^]*<main class="adit-fallback" lang="de"[^]*<\/main><\/noscript><\/body><\/html>$/,
  );
});

it('a document stays empty if its screen cannot be rendered, and the log says so once', async () => {
  options.screens = { contactHref: 'javascript:alert(1)' };
  answer = stream(SHELL);
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await serve();
  expect((await get()).text).toBe(SHELL.join(''));
  expect((await get()).text).toBe(SHELL.join(''));
  expect(complaints.mock.calls).toEqual([
    [expect.stringContaining('The document of an error stays as Next has written it.')],
  ]);
  complaints.mockRestore();
});

it('is done once, by the newest copy, and by none without Adit’s pages', async () => {
  answer = stream(SHELL);
  await serve();
  jest.resetModules();
  await serve();
  expect((await get()).text.match(/<main/g)).toHaveLength(1);
  jest.resetModules();
  process.env['ADIT_OWN_STATUSES'] = '';
  await serve();
  expect((await get()).text).toBe(SHELL.join(''));
});

describe('a whole document with the screen in the language of the build', () => {
  it('is in the visitor’s', async () => {
    const given = { texts: classicTexts, contactHref: '/help' };
    const { heading, impact, advice, actions, help, code, title } = describeScreen('notFound', given);
    const texts = [heading, impact, advice, ...[...actions, ...help].map(({ label }) => label), code];
    const row = JSON.stringify([
      '$',
      '$Lb',
      null,
      { name: 'notFound', lang: 'en', children: { lang: 'en', dir: 'ltr', texts } },
    ]);
    const text = `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body>${renderScreenParts('notFound', given).main}<script>self.__next_f.push([1,${JSON.stringify(row)}])</script></body></html>`;
    answer = whole(text);
    await serve();
    const { text: translated, headers } = await get();
    expect(translated.split(HEADING)).toHaveLength(4);
    expect(translated).not.toContain('could not be found');
    expect(translated).toContain('<html lang="en">');
    expect(headers.vary).toBe('Accept-Language, Cookie');
    // Control: a visitor of the build's language.
    expect((await get('/', { cookie: 'language=en' })).text).toBe(text);
  });
});

describe('a form that was sent without a script to an action of an older build', () => {
  const NOT_FOUND = { 'x-nextjs-action-not-found': '1', 'content-type': 'text/plain' };
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const LINE = 'Server Action unavailable.';
  const answerLost = (more: Record<string, string> = {}): void => {
    answer = (_request, response) => {
      response.statusCode = 409;
      for (const [name, value] of Object.entries({ ...NOT_FOUND, 'content-length': '26', ...more }))
        response.setHeader(name, value);
      response.end(LINE);
    };
  };

  it('is answered with a screen that says to send it again, with the nonce of the policy', async () => {
    await serve();
    answerLost({ 'content-security-policy': "style-src 'nonce-abc'" });
    const { status, headers, text } = await get('/order', FORM, 'POST');
    expect([status, headers['content-type']]).toEqual([409, 'text/html; charset=utf-8']);
    expect(text).toMatch(/<main[\s\S]*Prüfen Sie das Formular/);
    expect(text).toContain('<style nonce="abc">');
    expect(text).toContain('href=""');
  });

  it.each([
    ['an action of the router', { ...FORM, 'next-action': 'a' }, {}],
    ['a request without a form', {}, {}],
    ['another type', FORM, { 'content-type': 'text/x-component' }],
  ])('stays as it is for %s', async (_what, asked, more) => {
    await serve();
    answerLost(more);
    expect((await get('/order', asked, 'POST')).text).toBe(LINE);
  });

  it.each([
    ['without the hook (control)', false, '404 500'],
    ['if the error screens are not ours', true, '404'],
  ])('stays as it is %s', async (_what, isServed, statuses) => {
    process.env.ADIT_OWN_STATUSES = statuses;
    if (isServed) await serve();
    answerLost();
    expect((await get('/order', FORM, 'POST')).text).toBe(LINE);
  });
});
