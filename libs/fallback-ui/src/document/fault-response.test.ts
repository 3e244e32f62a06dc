/** @jest-environment node */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allTexts } from '../texts/all-texts.ts';
import { faultHeaders } from './fault-headers.ts';
import { faultResponse } from './fault-response.ts';
import { httpFaultStatuses, type HttpFaultStatus } from './fault-status.ts';
import { prefersJson } from './prefers-json.ts';
import { renderFaultDocument } from './render-fault-document.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const request = (headers: Record<string, string> = {}, method = 'GET'): Request =>
  new Request('https://site.example/gone', { headers, method });

describe('faultHeaders', () => {
  it.each(httpFaultStatuses)('keep a %s out of caches and indexes, and name its language', (status) => {
    expect(faultHeaders(status, 'de')).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'de',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
    });
  });

  it.each([
    [120, '120'],
    [0.2, '1'],
    ['120', '120'],
    [' 120 ', '120'],
    [new Date(NOW + 60_000), 'Fri, 20 Nov 2026 10:01:00 GMT'],
    ['2026-11-20T11:00:00+01:00', undefined],
    ['Fri, 20 Nov 2026 10:01:00 GMT', 'Fri, 20 Nov 2026 10:01:00 GMT'],
    [0, undefined],
    [new Date(NOW - 1), undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('write retryAfter %p as Retry-After: %s', (retryAfter, expected) => {
    expect(faultHeaders(503, 'en', { retryAfter, now: NOW })['retry-after']).toBe(expected);
    expect(faultHeaders(429, 'en', { retryAfter, now: NOW })['retry-after']).toBe(expected);
  });

  it('have no Retry-After on other statuses', () => {
    expect(faultHeaders(404, 'en', { retryAfter: 120 })).not.toHaveProperty('retry-after');
  });

  it('count retryAfter from now', () => {
    expect(faultHeaders(503, 'en', { retryAfter: 120 })['retry-after']).toBe('120');
  });

  it('have the challenge only on a 401, and none by default', () => {
    const authenticate = 'Bearer realm="site"';

    expect(faultHeaders(401, 'en', { authenticate })['www-authenticate']).toBe(authenticate);
    expect(faultHeaders(403, 'en', { authenticate })).not.toHaveProperty('www-authenticate');
    expect(faultHeaders(401, 'en')).not.toHaveProperty('www-authenticate');
  });

  it.each([
    ['the nonce for the styles', { nonce: 'cjRuZA==' }, "style-src 'nonce-cjRuZA==';"],
    [
      'the host a search goes to',
      { searchHref: 'https://find.example:8443/?a=1' },
      "form-action 'self' https://find.example:8443;",
    ],
    ['the same without its scheme', { searchHref: '//find.example/q' }, "form-action 'self' find.example;"],
    [
      'the host of a name in another script',
      { searchHref: 'https://münchen.example/s' },
      "form-action 'self' https://xn--mnchen-3ya.example;",
    ],
    [
      'the host behind a user',
      { searchHref: 'https://user:word@find.example/s' },
      "form-action 'self' https://find.example;",
    ],
    ['the host as browsers read it', { searchHref: '\\\\find.example' }, "form-action 'self' find.example;"],
    ['no host of an address that is none', { searchHref: 'https://' }, "form-action 'self';"],
    ['no host of mail', { searchHref: 'mailto:find@find.example' }, "form-action 'self';"],
    ['no host that stands for many', { searchHref: 'https://*.example/' }, "form-action 'self';"],
    ['no directive from a host', { searchHref: 'https://find.example;sandbox' }, "form-action 'self'; base"],
    ['no host for a search of this one', { searchHref: '/search' }, "form-action 'self';"],
    [
      'no directive from an address',
      { searchHref: 'https://find.example;script-src *' },
      "form-action 'self'; base",
    ],
    ['the caller’s own words', { contentSecurityPolicy: 'sandbox' }, 'sandbox'],
  ])('have %s in the policy', (_, options, expected) => {
    expect(faultHeaders(404, 'en', options)['content-security-policy']).toContain(expected);
  });

  it('have no policy if contentSecurityPolicy is false', () => {
    expect(faultHeaders(404, 'en', { contentSecurityPolicy: false })).not.toHaveProperty(
      'content-security-policy',
    );
  });

  it('list the request headers in Vary', () => {
    expect(faultHeaders(404, 'en', { vary: ['accept-language', 'cookie'] })['vary']).toBe(
      'accept-language, cookie',
    );
  });

  it.each(['offline', 'update', 200, 418])('refuse %s, which is no status with a document', (status) => {
    expect(() => faultHeaders(status as HttpFaultStatus, 'en')).toThrow(
      `status is ${JSON.stringify(status)}; accepted: 401, 403, 404, 429, 500, 503`,
    );
  });

  it('refuse a nonce that would end its directive', () => {
    expect(() => faultHeaders(404, 'en', { nonce: "x'; script-src *" })).toThrow(RangeError);
  });
});

describe('faultResponse', () => {
  it.each(httpFaultStatuses)('answers %s with that status and its document', async (status) => {
    const response = faultResponse(status, { locale: 'fr', siteName: 'Exemple' });

    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('vary')).toBeNull();
    expect(await response.text()).toBe(renderFaultDocument(status, 'fr', { siteName: 'Exemple' }));
  });

  it('has the language of the request, and a Vary header', () => {
    const response = faultResponse(404, {
      request: request({ 'accept-language': 'xx, pt-BR;q=0.8, en;q=0.1' }),
    });

    expect(response.headers.get('content-language')).toBe('pt');
    expect(response.headers.get('vary')).toBe('accept, accept-language');
  });

  it.each([
    ['theme=dark; lang=ja', 'ja'],
    ['lang=ja', 'ja'],
    ['slang=ja', 'de'],
    ['lang=%', 'de'],
    ['', 'de'],
  ])('prefers the language of the cookie "%s" if it is valid', (cookie, expected) => {
    const response = faultResponse(404, {
      request: request({ cookie, 'accept-language': 'de' }),
      localeCookie: 'lang',
    });

    expect(response.headers.get('content-language')).toBe(expected);
    expect(response.headers.get('vary')).toBe('accept, accept-language, cookie');
  });

  it('ignores the request if locale is given', () => {
    const response = faultResponse(404, { request: request({ 'accept-language': 'de' }), locale: 'it' });

    expect(response.headers.get('content-language')).toBe('it');
    expect(response.headers.get('vary')).toBe('accept');
  });

  it('has the fallback language if the request names none', () => {
    expect(faultResponse(404).headers.get('content-language')).toBe('en');
    expect(
      faultResponse(404, { request: request(), fallbackLocale: 'nl', localeCookie: 'lang' }).headers.get(
        'content-language',
      ),
    ).toBe('nl');
  });

  it('answers HEAD with the same headers and no body', async () => {
    const head = faultResponse(404, { request: request({}, 'HEAD') });
    const get = faultResponse(404, { request: request() });

    expect(head.status).toBe(404);
    expect([...head.headers]).toEqual([...get.headers]);
    expect(head.body).toBeNull();
    expect(await get.text()).not.toBe('');
  });

  it('answers a program with problem details, in the same language and with the same headers', async () => {
    const response = faultResponse(503, {
      request: request({ accept: 'application/json', 'accept-language': 'es' }),
      retryAfter: 120,
    });
    const { heading, impact, advice } = allTexts.classic.es.maintenance;

    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('retry-after')).toBe('120');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toBeNull();
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: heading,
      status: 503,
      detail: `${impact} ${advice}`,
    });
  });

  it('puts the reference of an error into the problem details, and nothing else of it', async () => {
    const response = faultResponse(500, {
      request: request({ accept: 'application/problem+json' }),
      error: Object.assign(new Error('password is hunter2'), { digest: '2950186' }),
    });
    const body = await response.text();

    expect(JSON.parse(body)).toMatchObject({ status: 500, reference: '2950186' });
    expect(body).not.toContain('hunter2');
  });

  it('reads a request of Node and Express', async () => {
    const server = createServer((incoming, answer) => {
      const { status, headers, body } = faultResponse(404, { request: incoming, localeCookie: 'lang' });
      answer.writeHead(status, { ...Object.fromEntries(headers), 'x-body': String(body !== null) }).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'HEAD',
      headers: { accept: 'application/json', 'accept-language': 'fr', cookie: 'lang=ja' },
    }).finally(() => {
      server.closeAllConnections();
      server.close();
    });

    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(headers.get('content-language')).toBe('ja');
    expect(headers.get('x-body')).toBe('false');
  });

  it('reads a header object with missing or repeated headers', () => {
    expect(faultResponse(404, { request: { headers: {} } }).headers.get('content-language')).toBe('en');
    expect(
      faultResponse(404, {
        request: { method: undefined, headers: { 'accept-language': ['pl', 'de'] } },
      }).headers.get('content-language'),
    ).toBe('pl');
  });

  it.each([[{}], [{ method: 'GET', header: () => undefined }], ['/gone']])(
    'refuses %j as a request',
    (wrong) => {
      expect(() => faultResponse(404, { request: wrong as unknown as Request })).toThrow(
        'request.headers is undefined; accepted: Headers, or the header object of a request of Node',
      );
    },
  );

  it('refuses a document without a status', () => {
    expect(() => faultResponse('offline' as unknown as HttpFaultStatus)).toThrow('status is "offline"');
  });
});

describe('prefersJson', () => {
  it.each([
    ['', false],
    ['*/*', false],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['application/json, text/html', false],
    ['application/json', true],
    ['Application/Problem+JSON', true],
    // Sent by axios and Angular's HttpClient.
    ['application/json, text/plain, */*', true],
    ['*/*, application/problem+json', true],
    ['text/*, application/json', true],
    ['application/json;q=0.5, */*;q=0.5', true],
    ['application/json;q=0.5, */*;q=0.6', false],
    ['application/json;q=0, text/html;q=0', false],
    ['application/*, */*', false],
    ['application/json, */*;q=0.1', true],
    ['text/html;q=0.5, application/json ; q=0.6', true],
    ['text/html;q=0.5, application/json;q=0.4', false],
    ['application/*', true],
    ['text/*, application/json;q=0.9', false],
    ['application/json;q=0', false],
    ['application/json;q=much', false],
    ['text/html;q=0, */*', true],
    [';;,,=', false],
  ])('reads "%s" as %s', (accept, expected) => {
    expect(prefersJson(accept)).toBe(expected);
  });
});
