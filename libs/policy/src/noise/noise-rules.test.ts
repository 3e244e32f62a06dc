import type { Event } from '@sentry/core';
import { isBot } from './bots.ts';
import { createNoiseFilter } from './noise-filter.ts';
import { NOISE_RULES } from './noise-rules.ts';
import type { NoiseSide } from './noise-rule.ts';
import { spanFacts } from './span-facts.ts';

const explain = (side: NoiseSide, event: Event) => createNoiseFilter({ side, isBot }).explain(event)?.ruleId;
const spanRule = (name: string, attributes: Record<string, unknown>, isSegment = true) => {
  const filter = createNoiseFilter({ side: 'server', isBot, ingestOrigins: ['https://o1.ingest.sentry.io'] });
  return filter.dropsSpan(spanFacts(name, attributes, isSegment));
};

describe('the table of rules', () => {
  it('gives every rule a unique id, a reason and a matcher', () => {
    expect(new Set(NOISE_RULES.map(({ id }) => id)).size).toBe(NOISE_RULES.length);
    for (const { reason, matchesError, matchesSpan } of NOISE_RULES) {
      expect(reason).toMatch(/^[A-Za-z].{20,}[^.]$/);
      expect(matchesError ?? matchesSpan).toBeInstanceOf(Function);
    }
  });

  it('lists the rules in this order', () => {
    expect(NOISE_RULES.map(({ id }) => id)).toEqual([
      'cross-origin-script-error',
      'resize-observer-loop',
      'injected-script-error',
      'browser-extension',
      'webview-bridge',
      'extension-messaging',
      'wallet-or-user-script',
      'mail-scanner',
      'evaluated-script',
      'not-found-page-transaction',
      'framework-control-flow',
      'server-error-echo',
      'aborted-request',
      'page-leave-abort',
      'translated-page',
      'bot',
      'own-tunnel-span',
      'chunk-load-error',
    ]);
  });

  it.each([
    ['webpack', 'Loading chunk 4503 failed.\n(error: https://shop.test/4503.js)'],
    ['webpack', 'Loading hot update chunk main failed.'],
    ['webpack', 'Loading chunk 7 failed'],
    ['webpack', 'Loading chunk 7 failed (error: https://shop.test/7.js)'],
    ['module', 'error loading dynamically imported module with source “https://shop.test/a.js”'],
    ['module', 'Loading failed for the module with source “https://shop.test/a.js”.'],
    [undefined, 'Loading chunk 7 failed to start'],
    [undefined, 'Loading chunk 7 failed.txt'],
    [undefined, 'Loading failed for the module registry'],
    ['turbopack', 'Failed to load chunk /_next/static/chunks/2tmf.js from module 9203'],
    ['turbopack', 'Failed to load chunk a.js as a runtime dependency of chunk b.js: Error: x'],
    ['module', 'Failed to fetch dynamically imported module: https://shop.test/a.js'],
    ['module', 'error loading dynamically imported module: https://shop.test/a.js'],
    ['module', 'Importing a module script failed.'],
    ['module', "'text/html' is not a valid JavaScript MIME type."],
    ['stylesheet', 'Loading CSS chunk 4503 failed.\n(https://shop.test/4503.css)'],
    ['stylesheet', 'Unable to preload CSS for /assets/a.css'],
    [undefined, 'Loading chunk of invoices failed'],
    [undefined, 'Failed to load chunk 3 of the upload'],
    [undefined, 'Loading CSS for the editor failed'],
    [undefined, 'Unable to preload CSS for the editor in the sidebar'],
  ])('groups as %s: %s', (loader, value) => {
    const verdict = createNoiseFilter({ side: 'client' }).explain({ exception: { values: [{ value }] } });

    expect(verdict?.fingerprint?.[1]).toBe(loader);
  });

  it.each<[string | undefined, Event]>([
    ['cross-origin-script-error', { message: 'Script error.' }],
    ['cross-origin-script-error', { logentry: { message: 'Uncaught Script error' } }],
    [undefined, { message: 'Script error in checkout' }],
    ['resize-observer-loop', { message: 'ResizeObserver loop limit exceeded' }],
    ['resize-observer-loop', { message: 'ResizeObserver loop completed with undelivered notifications.' }],
    [undefined, { message: 'ResizeObserver loop in our chart' }],
    ['injected-script-error', { message: "Can't find variable: gmo" }],
    [undefined, { message: "Can't find variable: gmoney" }],
  ])('matches as %s the client message %j', (ruleId, event) => {
    expect(explain('client', event)).toBe(ruleId);
  });

  it.each([
    ['chrome-extension://abc/x.js', 'browser-extension'],
    ['moz-extension://abc/x.js', 'browser-extension'],
    ['safari-web-extension://abc/x.js', 'browser-extension'],
    ['https://shop.test/chrome-extension://x.js', undefined],
  ])('matches a throw in %s as %s', (filename, ruleId) => {
    const frames = [{ filename: 'https://shop.test/app.js' }, { filename }, { filename: '<anonymous>' }, {}];

    expect(explain('client', { exception: { values: [{ value: 'x', stacktrace: { frames } }] } })).toBe(
      ruleId,
    );
  });

  it('keeps an application error that merely passed through an extension', () => {
    const frames = [{ filename: 'chrome-extension://abc/x.js' }, { filename: 'https://shop.test/app.js' }];

    expect(
      explain('client', { exception: { values: [{ value: 'x', stacktrace: { frames } }] } }),
    ).toBeUndefined();
  });

  it.each([
    ['ResponseAborted', 'aborted-request'],
    ['AbortError', undefined],
    ['TimeoutError', undefined],
  ])('matches a server exception of type %s, of which nothing else is known, as %s', (type, ruleId) => {
    expect(explain('server', { exception: { values: [{ type, value: 'x' }] } })).toBe(ruleId);
  });

  it.each([
    ['bot', { 'User-Agent': 'Twitterbot/1.0' }],
    [undefined, { 'User-Agent': 'Mozilla/5.0 HeadlessChrome/130.0' }],
    [undefined, { Accept: '*/*' }],
  ])('matches as %s the request headers %j', (ruleId, headers) => {
    expect(explain('server', { message: 'x', request: { headers } })).toBe(ruleId);
  });

  it('knows no crawler where the host passes no list', () => {
    const filter = createNoiseFilter({ side: 'client' });
    const event = { message: 'x', request: { headers: { 'User-Agent': 'Twitterbot/1.0' } } };
    expect(filter.explain(event)).toBeUndefined();
    expect(filter.dropsSpan(spanFacts('GET /', { 'user_agent.original': 'Twitterbot/1.0' }, true))).toBe(
      false,
    );
  });

  it.each<[boolean, string, Record<string, unknown>]>([
    [true, 'POST /monitoring-tunnel', {}],
    [true, 'POST', { 'http.target': '/monitoring-tunnel/?o=1&p=2' }],
    [true, 'POST', { 'url.full': 'https://o1.ingest.sentry.io/api/2/envelope/' }],
    [true, 'POST', { 'url.full': 'https://o1.ingest.sentry.io/base/api/2/envelope?x' }],
    [true, 'POST', { url: 'https://o1.ingest.sentry.io/api/2/envelope/' }],
    [false, 'POST', { 'url.full': 'https://other.test/api/2/envelope/' }],
    [false, 'POST', { 'url.full': 'https://o1.ingest.sentry.io.evil.test/api/2/envelope/' }],
    [false, 'GET /monitoring-tunnel-docs', {}],
    [false, 'GET /docs', { 'url.full': 'https://shop.test/docs?from=/monitoring-tunnel' }],
    [true, 'GET /shop', { 'user_agent.original': 'Googlebot/2.1' }],
    [true, 'GET /shop', { 'http.user_agent': 'Googlebot/2.1' }],
    [false, 'GET /shop', { 'user_agent.original': ['Googlebot/2.1'] }],
  ])('decides %s about the span %s %j', (drops, name, attributes) => {
    expect(spanRule(name, attributes)).toBe(drops);
  });

  it.each<[boolean, string, Record<string, unknown>, boolean]>([
    [true, 'GET /x', { 'sentry.op': 'http.server', 'http.response.status_code': 404 }, true],
    [true, 'x', { 'sentry.op': 'http.server', 'http.status_code': 404, 'http.method': 'HEAD' }, true],
    [true, '/x', { 'sentry.op': 'pageload', 'http.response.status_code': 404 }, true],
    [false, 'GET /x', { 'sentry.op': 'http.client', 'http.response.status_code': 404 }, true],
    [
      false,
      'GET',
      { 'sentry.op': 'http.server', 'http.response.status_code': 404, 'url.path': '/api/x' },
      true,
    ],
    [false, '/_not-found', {}, false],
    [true, 'x', { 'sentry.op': 'http.server', 'http.status_code': 404 }, true],
    [false, 'GET /404-guide', {}, true],
  ])('S17 decides %s about the span %s %j', (drops, name, attributes, isSegment) => {
    expect(spanRule(name, attributes, isSegment)).toBe(drops);
  });
});
