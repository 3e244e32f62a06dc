import { fates, type SdkDriver } from './sdk-harness.helper.ts';

/**
 * On a slow machine a test takes longer than the page load that the browser SDK starts with, which is then sent too.
 */
const isOfPageLoad = (name?: string): boolean => name === 'Pageload' || name === '/';
const isOfTest = ({ transaction, title }: { transaction?: string; title?: string }): boolean =>
  !isOfPageLoad(transaction ?? title);

/** Raises the framework's control-flow errors, and real errors next to them. */
export function describeNoise(
  { sdk, start, raise }: SdkDriver,
  { flushReports }: { flushReports: () => Promise<void> },
): void {
  const withDigest = (digest: string) => Object.assign(new Error('control flow'), { digest });
  const endSegment = (name: string, attributes: Record<string, string | number> = {}, op = 'http.server') =>
    sdk.startSpan({ name: 'GET', op, attributes, parentSpan: null }, (span) => {
      sdk.startSpan({ name: 'child', op: 'function' }, () => undefined);
      span.updateName(name);
    });

  it.each([
    ['drops redirect()', withDigest('NEXT_REDIRECT;replace;/sign-in;307;')],
    ['drops notFound()', withDigest('NEXT_HTTP_ERROR_FALLBACK;404')],
    ['drops forbidden()', withDigest('NEXT_HTTP_ERROR_FALLBACK;403')],
    ['drops unauthorized()', withDigest('NEXT_HTTP_ERROR_FALLBACK;401')],
    ['drops a redirect of which only the text is left', 'NEXT_REDIRECT'],
    ['keeps an error with a digest of its own', withDigest('1234567890')],
    ['keeps a status the framework does not use', withDigest('NEXT_HTTP_ERROR_FALLBACK;418')],
    ['keeps an error about redirects', new Error('NEXT_REDIRECT was not handled by the router')],
    ['keeps an error that mentions not-found', new Error('NEXT_NOT_FOUND')],
    [
      'keeps an error caused by a redirect',
      new Error('save', { cause: withDigest('NEXT_REDIRECT;push;/done;303;') }),
    ],
  ])('S18 %s, and says so', async (what, error) => {
    const { events, fates } = await raise(error);
    const isDropped = what.startsWith('drops');

    expect(events()).toHaveLength(isDropped ? 0 : 1);
    expect(fates()).toEqual([isDropped ? 'dropped framework-control-flow' : 'sent']);
  });

  it.each(['GET /_not-found', 'GET /_not-found/page', '/_not-found', '/404', 'HEAD /404'])(
    'S17 drops the streamed span %s with its children, and keeps a page beside it',
    async (name) => {
      const { spanNames, spanItemCounts, log } = start();

      endSegment(name);
      endSegment('GET /products/404');
      await sdk.flush(1_000);

      expect(
        spanNames()
          .filter((span) => !isOfPageLoad(span))
          .sort(),
      ).toEqual(['GET /products/404', 'child']);
      expect(spanItemCounts().every(({ item_count, actual }) => item_count === actual)).toBe(true);
      expect(fates(log.entries())).toEqual(['dropped not-found-page-transaction']);
    },
  );

  it.each(['GET /_not-found', 'GET /_not-found/page', '/_not-found', '/404'])(
    'S17 drops the transaction %s, and keeps a page beside it',
    async (name) => {
      const { transactions, log } = start({ traceLifecycle: 'static' });

      endSegment(name);
      endSegment('GET /products/404');
      await sdk.flush(1_000);

      expect(
        transactions()
          .filter(isOfTest)
          .map(({ transaction }) => transaction),
      ).toEqual(['GET /products/404']);
      expect(fates(log.entries().filter(isOfTest))).toEqual(['dropped not-found-page-transaction', 'sent']);
    },
  );

  it.each([
    ['stream' as const, [{ reason: 'ignored', category: 'span', quantity: 2 }]],
    [
      'static' as const,
      [
        { reason: 'event_processor', category: 'transaction', quantity: 1 },
        { reason: 'event_processor', category: 'span', quantity: 2 },
      ],
    ],
  ])('S17 reports the drop to ingest, of a %s trace', async (traceLifecycle, expected) => {
    const { discarded } = start({ traceLifecycle });

    endSegment('GET /_not-found');
    await sdk.flush(1_000);
    await flushReports();

    expect(discarded()).toEqual(expected);
  });

  it('reports a dropped error to ingest once, as dropped by an event processor', async () => {
    const { discarded, events } = start();

    sdk.captureException(withDigest('NEXT_HTTP_ERROR_FALLBACK;403'));
    sdk.captureException(new Error('real'));
    await sdk.flush(1_000);
    await flushReports();

    expect(events()).toHaveLength(1);
    expect(discarded()).toEqual([{ reason: 'event_processor', category: 'error', quantity: 1 }]);
  });

  it.each([
    ['webpack', 'ChunkLoadError', 'Loading chunk 17 failed.\n(error: https://shop.test/17.js)'],
    ['turbopack', 'ChunkLoadError', 'Failed to load chunk /_next/static/chunks/a.js from module 17'],
    ['module', 'TypeError', 'Failed to fetch dynamically imported module: https://shop.test/a.js'],
    ['stylesheet', 'Error', 'Loading CSS chunk 17 failed.\n(https://shop.test/17.css)'],
  ])('sends a chunk that %s did not load, grouped, and reports no drop', async (loader, name, message) => {
    const { events, discarded, log } = start();

    sdk.captureException(Object.assign(new Error(message), { name }));
    sdk.captureException(new Error('Loading the chunk list failed'));
    await sdk.flush(1_000);
    await flushReports();

    // In Node, an event can overtake another if its stack needs fewer files to be read.
    const fingerprints = new Map(
      events().map(({ exception, fingerprint }) => [exception?.values?.[0]?.value, fingerprint]),
    );
    expect(fingerprints.get(message)).toEqual(['chunk-load-error', loader]);
    expect(fingerprints.get('Loading the chunk list failed')).toBeUndefined();
    expect(fingerprints.size).toBe(2);
    expect(discarded()).toEqual([]);
    expect(fates(log.entries())).toEqual(['sent', 'sent']);
  });

  it('drops spans of its own tunnel requests, in both forms', async () => {
    const requests = {
      'https://shop.test/monitoring-tunnel?o=450&p=4509': 'POST',
      'https://o450.ingest.sentry.io/api/4509/envelope/?sentry_key=x': 'POST',
      'https://shop.test/monitoring-tunnel-prices': 'pay',
    };
    const trace = () =>
      sdk.startSpan({ name: 'GET /shop', op: 'http.server', parentSpan: null }, () => {
        for (const [url, name] of Object.entries(requests))
          sdk.startSpan({ name, op: 'http.client', attributes: { 'url.full': url } }, () => undefined);
      });
    const streamed = start();
    trace();
    await sdk.flush(1_000);
    await sdk.close(100);
    const whole = start({ traceLifecycle: 'static' });
    trace();
    await sdk.flush(1_000);

    // On a slow machine the browser SDK's own page load ends in the meantime.
    expect(
      streamed
        .spanNames()
        .filter((name) => !isOfPageLoad(name))
        .sort(),
    ).toEqual(['GET /shop', 'pay']);
    expect(
      whole
        .transactions()
        .find(({ transaction }) => !isOfPageLoad(transaction))
        ?.spans?.map(({ description }) => description),
    ).toEqual(['pay']);
  });

  it('keeps everything in a dry run and records `would-drop`', async () => {
    const { events, spanNames, log } = start({ overrides: { noise: { dryRun: true } } });

    sdk.captureException(withDigest('NEXT_HTTP_ERROR_FALLBACK;403'));
    endSegment('GET /_not-found');
    await sdk.flush(1_000);

    expect(events()).toHaveLength(1);
    expect(spanNames().sort()).toEqual(['GET /_not-found', 'child']);
    expect(fates(log.entries()).sort()).toEqual([
      'sent',
      'would-drop framework-control-flow',
      'would-drop not-found-page-transaction',
    ]);
  });

  it('lets a rule be switched off', async () => {
    const { events } = await raise(withDigest('NEXT_HTTP_ERROR_FALLBACK;403'), {
      overrides: { noise: { disabled: ['framework-control-flow'] } },
    });

    expect(events()).toHaveLength(1);
  });
}
