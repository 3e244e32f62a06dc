import fc from 'fast-check';
import { createScrubber } from './scrubber.ts';

const { scrub } = createScrubber();
const F = '[Filtered]';

/** A URL with credentials and a token. */
const urlWith = (user: string, token: string) => `https://${user}@shop.test/a?token=${token}&page=2`;
const URL_WITH = urlWith('u:p', 'abc');
const WITHOUT = urlWith(F, F);

/** The secrets in a payload, or their replacements. */
interface Parts {
  readonly url: string;
  /** Alone, in a header or a parameter. */
  readonly it: string;
}

describe(createScrubber, () => {
  it.each<[string, (parts: Parts) => unknown]>([
    ['a URL', ({ url }) => ({ request: { url } })],
    ['a query', ({ it }) => ({ request: { query_string: `token=${it}&page=2` } })],
    ['a query as an object', ({ it }) => ({ request: { query_string: { token: it, page: '2' } } })],
    [
      'a query as pairs',
      ({ it }) => ({
        request: {
          query_string: [
            ['token', it],
            ['page', '2'],
          ],
        },
      }),
    ],
    [
      'headers',
      ({ url, it }) => ({
        request: {
          headers: { Referer: url, Cookie: it, Authorization: it, 'X-Api-Key': it, Accept: 'text/*' },
        },
      }),
    ],
    ['cookies', ({ it }) => ({ request: { cookies: { sid: it, theme: 'dark' } } })],
    [
      'breadcrumbs',
      ({ url, it }) => ({
        breadcrumbs: [
          {
            category: 'navigation',
            data: { from: `/cb?code=${it}`, to: '/b?page=2' },
            message: `to ${url}`,
          },
        ],
      }),
    ],
    [
      'spans',
      ({ url, it }) => ({
        spans: [
          {
            description: `GET /a?token=${it}`,
            data: {
              'url.full': url,
              'http.url': url,
              'url.query': `?token=${it}`,
              'http.query': `token=${it}`,
              'http.target': `/a?token=${it}`,
              'http.request.header.authorization': [it],
              'http.request.header.referer': [url],
            },
          },
        ],
      }),
    ],
    [
      'a streamed span, whose attributes it reads by their own names',
      ({ url, it }) => ({
        items: [
          {
            name: `GET /a?token=${it}`,
            attributes: {
              'url.full': { value: url, type: 'string' },
              'http.request.header.cookie': { value: it, type: 'string' },
              'http.response.status_code': { value: 200, type: 'integer' },
            },
          },
        ],
      }),
    ],
    ['a transaction', ({ it }) => ({ transaction: `GET /a?token=${it}` })],
    ['tags', ({ url }) => ({ tags: { url, plan: 'pro' } })],
    ['contexts', ({ it }) => ({ contexts: { nextjs: { request_path: `/a?token=${it}` } } })],
    [
      'an exception, but not from its source lines',
      ({ url, it }) => ({
        exception: {
          values: [
            {
              type: 'Error',
              value: `failed: ${url}`,
              stacktrace: {
                frames: [
                  { abs_path: `/cb?code=${it}`, filename: `/cb?code=${it}`, context_line: "'/cb?code=1'" },
                ],
              },
            },
          ],
        },
      }),
    ],
    [
      'debug_meta',
      ({ it }) => ({
        debug_meta: { images: [{ type: 'sourcemap', code_file: `/cb?code=${it}`, debug_id: 'x' }] },
      }),
    ],
  ])('removes secrets from %s', (_where, payload) => {
    expect(scrub(payload({ url: URL_WITH, it: 'abc' }))).toEqual(payload({ url: WITHOUT, it: F }));
  });

  it('removes an address from the path of a span', () => {
    expect(scrub({ spans: [{ data: { 'url.path': '/ann@example.com' } }] })).toEqual({
      spans: [{ data: { 'url.path': `/${F}` } }],
    });
  });

  it('returns the same object if there is no secret, and never changes the payload', () => {
    const clean = { message: 'at https://shop.test/a?page=2', extra: { list: [1, 'x', null] } };
    const secret = { extra: { deep: [{ at: URL_WITH }], same: clean } };
    const before = structuredClone(secret);

    const scrubbed = scrub(secret);

    expect(scrub(clean)).toBe(clean);
    expect(secret).toEqual(before);
    expect(scrubbed.extra.same).toBe(clean);
    expect(scrub(scrubbed)).toBe(scrubbed);
  });

  it('replaces each half of a surrogate pair, with which Relay would refuse the event', () => {
    const event = (half: string) => ({
      message: `cut ${half}`,
      user: { username: half },
      exception: { values: [{ stacktrace: { frames: [{ filename: `/${half}.js`, context_line: half }] } }] },
      breadcrumbs: [{ category: half, data: { arguments: [`🛒${half}🛒`] } }],
    });

    for (const half of ['🛒'.slice(0, 1), '🛒'.slice(1)])
      expect(scrub(event(half))).toEqual({ ...event('\ufffd'), breadcrumbs: expect.any(Array) as unknown });
    expect(JSON.stringify(scrub(event('\ud83d')))).not.toMatch(/\\ud/);
    expect(JSON.stringify(event('\ud83d'))).toMatch(/\\ud/);
    const whole = event('🛒');
    expect(scrub(whole)).toBe(whole);
  });

  it('keeps the user and the SDK’s description', () => {
    const event = {
      user: { email: 'ann@example.com', username: '/ann@example.com' },
      sdk: { name: 'a?token=b' },
    };

    expect(scrub(event)).toBe(event);
  });

  it('ends cycles, and scrubs shared parts in each place', () => {
    const shared = { at: URL_WITH };
    const event: Record<string, unknown> = { a: shared, b: shared };
    event['self'] = event;

    const scrubbed = scrub(event);

    expect(scrubbed).toEqual({ a: { at: WITHOUT }, b: { at: WITHOUT }, self: '[Circular ~]' });
  });

  it('survives getters and proxies that throw, and reads objects of other classes as JSON does', () => {
    class Price {
      at = URL_WITH;
    }
    const refuse = () => {
      throw new Error('no');
    };
    const throwing = Object.defineProperty({ at: URL_WITH }, 'bad', { enumerable: true, get: refuse });
    const refusing = new Proxy({}, { getPrototypeOf: refuse });
    const keyless = new Proxy({}, { ownKeys: refuse });
    const price = new Price();

    const scrubbed = scrub({ throwing, refusing, keyless, price, none: Object.create(null) as object });

    expect(scrubbed.throwing).toEqual({ at: WITHOUT, bad: undefined });
    expect([scrubbed.refusing === refusing, scrubbed.keyless === keyless]).toEqual([true, true]);
    expect(scrubbed.price).toEqual({ at: WITHOUT });
    expect(scrub({ at: new URL('https://shop.test/?token=abc'), on: new Date(0) })).toEqual({
      at: 'https://shop.test/?token=[Filtered]',
      on: new Date(0),
    });
  });

  it('reads 20 levels and replaces deeper ones', () => {
    const nest = (levels: number): unknown => (levels === 0 ? URL_WITH : { in: nest(levels - 1) });

    expect(JSON.stringify(scrub(nest(20)))).toContain(WITHOUT);
    expect(JSON.stringify(scrub(nest(30)))).not.toContain('token');
  });

  it('changes nothing in a second run, for any payload', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const once = scrub(value);
        expect(scrub(once)).toEqual(once);
      }),
    );
  });
});
