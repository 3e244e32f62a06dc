/** @jest-environment node */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect as playwrightExpect, request as playwright } from '@playwright/test';
import { faultHeaders } from '../document/fault-headers.ts';
import { renderFaultDocument } from '../document/render-fault-document.ts';
import { honestStatusProblems } from './honest-status.ts';
import { statusMatchers } from './status-matchers.ts';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- this is where Jest's types look
  namespace jest {
    // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Jest's own has both
    interface Matchers<R, T> {
      toAnswerHonestly(status: number): Promise<R>;
    }
  }
}

expect.extend(statusMatchers);

const servers: Server[] = [];

/** A real server on a free port. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/gone`;
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const DOCUMENT = renderFaultDocument(404, 'en');

/** The honest answer to a 404, but for what is said otherwise. */
async function fetchAnswer({
  status = 404,
  headers = {},
  body = DOCUMENT,
}: { status?: number; headers?: Record<string, string | undefined>; body?: string } = {}): Promise<Response> {
  const sent = Object.entries({ ...faultHeaders(404, 'en'), ...headers }).filter(
    ([, value]) => value !== undefined,
  );
  return fetch(await serve((_, response) => response.writeHead(status, Object.fromEntries(sent)).end(body)));
}

const NO_INDEX = 'neither X-Robots-Tag nor a robots meta element says noindex';

describe('honestStatusProblems', () => {
  it('finds none in what renderFaultDocument and faultHeaders give', async () => {
    expect(await honestStatusProblems(await fetchAnswer(), 404)).toEqual([]);
  });

  it('finds the soft 404: a page that is gone, sent as one that is there', async () => {
    const response = await fetchAnswer({
      status: 200,
      headers: { 'x-robots-tag': undefined },
      body: DOCUMENT.replace('<meta name="robots" content="noindex"/>', ''),
    });

    expect(await honestStatusProblems(response, 404)).toEqual(['the status is 200, not 404', NO_INDEX]);
  });

  it('finds what was streamed after the first byte, by the noindex it leaves', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' });
      response.write('<!doctype html><html lang="en"><title>Product</title><main><h1>Loading</h1></main>');
      response.end('<meta name="robots" content="noindex"><h1>This page could not be found.</h1></html>');
    });

    expect(await honestStatusProblems(await fetch(url), 404)).toEqual([
      'the status is 200, not 404, though the document says noindex: the fault came after the first byte was sent',
    ]);
  });

  it.each([
    ['another fault', { status: 403 }, ['the status is 403, not 404']],
    [
      'a cache that may keep it',
      { headers: { 'cache-control': 'public, max-age=60' } },
      ['Cache-Control has no no-store'],
    ],
    ['no word for caches', { headers: { 'cache-control': undefined } }, ['Cache-Control has no no-store']],
    [
      'a directive that only begins so',
      { headers: { 'cache-control': 'no-store-ever' } },
      ['Cache-Control has no no-store'],
    ],
    [
      'no content type',
      { headers: { 'content-type': undefined } },
      ['the content type is missing, neither HTML nor JSON'],
    ],
    [
      'text nobody formats',
      { headers: { 'content-type': 'text/plain' } },
      ['the content type is text/plain, neither HTML nor JSON'],
    ],
    ['no language', { body: DOCUMENT.replace(/ lang="en"/g, '') }, ['the html element has no lang']],
    [
      'an empty language',
      { body: DOCUMENT.replace(/ lang="en"/g, ' lang=""') },
      ['the html element has no lang'],
    ],
    ['no title', { body: DOCUMENT.replace(/<title>.*<\/title>/, '') }, ['the document has no title']],
    [
      'an empty title',
      { body: DOCUMENT.replace(/<title>.*<\/title>/, '<title> </title>') },
      ['the document has no title'],
    ],
    ['no main', { body: DOCUMENT.replace(/<(\/?)main/g, '<$1div') }, ['the document has no main']],
    ['no h1', { body: DOCUMENT.replace(/<(\/?)h1/g, '<$1h2') }, ['the document has no h1']],
    [
      'an h1 without words',
      { body: DOCUMENT.replace(/(<h1[^>]*>).*<\/h1>/, '$1<b></b></h1>') },
      ['the document has no h1'],
    ],
    [
      'what only a comment has',
      { body: DOCUMENT.replace(/<h1.*<\/h1>/, '<!-- $& -->') },
      ['the document has no h1'],
    ],
    [
      'what only a script has',
      { body: DOCUMENT.replace(/<h1.*<\/h1>/, '<script>$&</script>') },
      ['the document has no h1'],
    ],
    [
      'what a script would have to show first',
      { body: DOCUMENT.replace(/<main.*<\/main>/, '<div id="S:0"  hidden>$&<div>more</div></div>') },
      ['the document has no main', 'the document has no h1'],
    ],
    [
      'what nothing closes and nobody sees',
      { body: DOCUMENT.replace('<main', "<section data-x='>' HIDDEN=''><main") },
      ['the document has no main', 'the document has no h1'],
    ],
    [
      'a heading that is hidden itself',
      { body: DOCUMENT.replace('<h1', '<h1 hidden="until-found"') },
      ['the document has no h1'],
    ],
    [
      'a title that is a drawing’s',
      {
        body: DOCUMENT.replace(/<title>.*<\/title>/, '').replace(
          '<h1',
          '<svg><svg/><svg></svg><title>Logo</title></svg><h1',
        ),
      },
      ['the document has no title'],
    ],
    [
      'nothing at all',
      { body: '' },
      [
        'the html element has no lang',
        'the document has no title',
        'the document has no main',
        'the document has no h1',
      ],
    ],
  ])('finds %s', async (_, answer, problems) => {
    expect(await honestStatusProblems(await fetchAnswer(answer), 404)).toEqual(problems);
  });

  it.each([
    ['<meta content=noindex name=robots>', []],
    ["<META NAME='Robots' CONTENT='nofollow, NoIndex'>", []],
    ['<meta name="robots" content="none">', []],
    ['<meta name="robots" content="index">', [NO_INDEX]],
    ['<meta name="somebot" content="noindex">', [NO_INDEX]],
    ['<!-- <meta name="robots" content="noindex"> -->', [NO_INDEX]],
    ['<meta name="robots">', [NO_INDEX]],
  ])('reads %s in place of the header', async (meta, problems) => {
    const body = DOCUMENT.replace('<meta name="robots" content="noindex"/>', meta);
    const response = await fetchAnswer({ body, headers: { 'x-robots-tag': undefined } });

    expect(await honestStatusProblems(response, 404)).toEqual(problems);
  });

  it.each([
    ['noindex, nofollow', []],
    ['none', []],
    ['somebot: noindex', [NO_INDEX]],
    ['nofollow', [NO_INDEX]],
    // All that follows a crawler's name is said to that one.
    ['somebot: nofollow, noindex', [NO_INDEX]],
    ['nofollow, somebot: noindex, none', [NO_INDEX]],
    ['NoIndex, somebot: nofollow', []],
    ['max-snippet: 20, max-image-preview:large, max-video-preview:-1, noindex', []],
    ['unavailable_after: Wed, 25 Nov 2026 15:00:00 GMT, noindex', []],
  ])('reads X-Robots-Tag: %s in place of the element', async (robots, problems) => {
    const body = DOCUMENT.replace('<meta name="robots" content="noindex"/>', '');
    const response = await fetchAnswer({ body, headers: { 'x-robots-tag': robots } });

    expect(await honestStatusProblems(response, 404)).toEqual(problems);
  });

  it.each([
    ['a class of that name', '<main', '<main class="flex hidden lg:block" data-hidden=hidden'],
    ['a part that is hidden and closed', '<h1', '<div hidden><div>x</div></div><h1'],
    ['a field that has no end', '<h1', '<input hidden><p hidden><h1'],
  ])('sees past %s', async (_, from, to) => {
    expect(await honestStatusProblems(await fetchAnswer({ body: DOCUMENT.replace(from, to) }), 404)).toEqual(
      [],
    );
  });

  it.each([
    [undefined, ['Retry-After is missing']],
    ['600', []],
    ['Wed, 25 Nov 2026 15:00:00 GMT', []],
    ['soon', ['Retry-After is soon, neither seconds nor a date']],
  ])('wants a 503 to say when to come back: %s', async (retryAfter, problems) => {
    const unavailable = { status: 503, headers: { 'retry-after': retryAfter } };

    expect(await honestStatusProblems(await fetchAnswer(unavailable), 503)).toEqual(problems);
  });

  it('takes a landmark by its role', async () => {
    const body = DOCUMENT.replace('<main', '<div role="main"').replace('</main', '</div');

    expect(await honestStatusProblems(await fetchAnswer({ body }), 404)).toEqual([]);
  });

  it.each([
    ['{"status":404}', []],
    ['{"message":"none"}', []],
    ['null', []],
    ['{"status":200}', ['the body says status 200, not 404']],
    ['{"status":"404"}', ['the body says status "404", not 404']],
    ['<html>', ['the body is no JSON']],
  ])('reads the status a program is told: %s', async (body, problems) => {
    for (const type of ['application/json', 'application/problem+json; charset=utf-8']) {
      const response = await fetchAnswer({ body, headers: { 'content-type': type } });

      expect(await honestStatusProblems(response, 404)).toEqual(problems);
    }
  });

  it('leaves the response to be read again', async () => {
    const response = await fetchAnswer();
    await honestStatusProblems(response, 404);

    expect(await response.text()).toBe(DOCUMENT);
  });

  it('reads a response that cannot be copied', async () => {
    const { status, headers, ...rest } = { status: 404, headers: new Headers(faultHeaders(404, 'en')) };

    expect(await honestStatusProblems({ ...rest, status, headers, text: async () => DOCUMENT }, 404)).toEqual(
      [],
    );
  });
});

describe('statusMatchers', () => {
  it('pass for an honest answer and say what is wrong with another', async () => {
    await expect(await fetchAnswer()).toAnswerHonestly(404);
    await expect(await fetchAnswer({ status: 200 })).not.toAnswerHonestly(404);

    await expect(
      expect(await fetchAnswer({ status: 403, headers: { 'cache-control': 'private' } })).toAnswerHonestly(
        404,
      ),
    ).rejects.toThrow(
      'expected an honest 404, but the status is 403, not 404; Cache-Control has no no-store',
    );
    await expect(expect(await fetchAnswer()).not.toAnswerHonestly(404)).rejects.toThrow(
      'expected the response not to answer 404 honestly, but it does',
    );
  });

  it('read what Playwright fetched, under its own expect', async () => {
    const extended = playwrightExpect.extend(statusMatchers);
    const context = await playwright.newContext();
    try {
      const url = await serve((_, response) =>
        response.writeHead(404, faultHeaders(404, 'en')).end(DOCUMENT),
      );
      const bare = await serve((_, response) => response.writeHead(404).end('Not found'));

      await extended(await context.get(url)).toAnswerHonestly(404);
      await extended(await context.get(bare)).not.toAnswerHonestly(404);
      await expect(extended(await context.get(url)).toAnswerHonestly(403)).rejects.toThrow(
        'the status is 404, not 403',
      );
    } finally {
      await context.dispose();
    }
  });
});
