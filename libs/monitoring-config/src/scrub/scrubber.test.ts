import fc from 'fast-check';
import { createScrubber } from './scrubber.ts';

const { scrub } = createScrubber();
const URL_WITH = 'https://u:p@shop.test/a?token=abc&page=2';
const WITHOUT = 'https://[Filtered]@shop.test/a?token=[Filtered]&page=2';

describe(createScrubber, () => {
  it.each([
    ['request', { url: URL_WITH }, { url: WITHOUT }],
    ['request', { query_string: 'token=abc&page=2' }, { query_string: 'token=[Filtered]&page=2' }],
    [
      'request',
      { query_string: { token: 'abc', page: '2' } },
      { query_string: { token: '[Filtered]', page: '2' } },
    ],
    [
      'request',
      {
        query_string: [
          ['token', 'abc'],
          ['page', '2'],
        ],
      },
      {
        query_string: [
          ['token', '[Filtered]'],
          ['page', '2'],
        ],
      },
    ],
    [
      'request',
      {
        headers: {
          Referer: URL_WITH,
          Cookie: 'a=b',
          Authorization: 'Basic x',
          'X-Api-Key': 'k',
          Accept: 'text/*',
        },
      },
      {
        headers: {
          Referer: WITHOUT,
          Cookie: '[Filtered]',
          Authorization: '[Filtered]',
          'X-Api-Key': '[Filtered]',
          Accept: 'text/*',
        },
      },
    ],
    ['request', { cookies: { sid: 'x', theme: 'dark' } }, { cookies: { sid: '[Filtered]', theme: 'dark' } }],
    [
      'breadcrumbs',
      [{ category: 'navigation', data: { from: '/a?code=1', to: '/b?page=2' }, message: `to ${URL_WITH}` }],
      [
        {
          category: 'navigation',
          data: { from: '/a?code=[Filtered]', to: '/b?page=2' },
          message: `to ${WITHOUT}`,
        },
      ],
    ],
    [
      'spans',
      [
        {
          description: 'GET /a?token=abc',
          data: {
            'url.full': URL_WITH,
            'http.url': URL_WITH,
            'url.query': '?token=abc',
            'http.query': 'token=abc',
            'url.path': '/ann@example.com',
            'http.target': '/a?token=abc',
            'http.request.header.authorization': ['Basic x'],
            'http.request.header.referer': [URL_WITH],
          },
        },
      ],
      [
        {
          description: 'GET /a?token=[Filtered]',
          data: {
            'url.full': WITHOUT,
            'http.url': WITHOUT,
            'url.query': '?token=[Filtered]',
            'http.query': 'token=[Filtered]',
            'url.path': '/[Filtered]',
            'http.target': '/a?token=[Filtered]',
            'http.request.header.authorization': ['[Filtered]'],
            'http.request.header.referer': [WITHOUT],
          },
        },
      ],
    ],
    ['transaction', 'GET /a?token=abc', 'GET /a?token=[Filtered]'],
    ['tags', { url: URL_WITH, plan: 'pro' }, { url: WITHOUT, plan: 'pro' }],
    [
      'contexts',
      { nextjs: { request_path: '/a?token=abc' } },
      { nextjs: { request_path: '/a?token=[Filtered]' } },
    ],
    [
      'exception',
      {
        values: [
          {
            type: 'Error',
            value: `failed: ${URL_WITH}`,
            stacktrace: {
              frames: [{ abs_path: '/cb?code=1', filename: '/cb?code=1', context_line: "'/cb?code=1'" }],
            },
          },
        ],
      },
      {
        values: [
          {
            type: 'Error',
            value: `failed: ${WITHOUT}`,
            stacktrace: {
              frames: [
                {
                  abs_path: '/cb?code=[Filtered]',
                  filename: '/cb?code=[Filtered]',
                  context_line: "'/cb?code=1'",
                },
              ],
            },
          },
        ],
      },
    ],
    [
      'debug_meta',
      { images: [{ type: 'sourcemap', code_file: '/cb?code=1', debug_id: 'x' }] },
      { images: [{ type: 'sourcemap', code_file: '/cb?code=[Filtered]', debug_id: 'x' }] },
    ],
  ])('removes secrets from %s: %j', (key, before, after) => {
    expect(scrub({ [key]: before })).toEqual({ [key]: after });
  });

  it('reads the attributes of a streamed span by their own names', () => {
    const span = {
      name: 'GET /a?token=abc',
      attributes: {
        'url.full': { value: URL_WITH, type: 'string' },
        'http.request.header.cookie': { value: 'sid=1', type: 'string' },
        'http.response.status_code': { value: 200, type: 'integer' },
      },
    };

    expect(scrub({ items: [span] })).toEqual({
      items: [
        {
          name: 'GET /a?token=[Filtered]',
          attributes: {
            'url.full': { value: WITHOUT, type: 'string' },
            'http.request.header.cookie': { value: '[Filtered]', type: 'string' },
            'http.response.status_code': { value: 200, type: 'integer' },
          },
        },
      ],
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
    const throwing = {
      at: URL_WITH,
      get bad(): string {
        throw new Error('no');
      },
    };
    const refusing = new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error('no');
        },
      },
    );
    const keyless = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
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
