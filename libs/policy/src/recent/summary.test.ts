import { summaryOf } from './summary.ts';

const frame = (index: number) => ({
  filename: `f${index}`,
  function: 'g',
  lineno: 1,
  in_app: true,
  vars: { a: 1 },
});

describe('a summary', () => {
  it('has what rules read of an error, and nothing else', () => {
    expect(
      summaryOf({
        event_id: 'e',
        platform: 'javascript',
        level: 'error',
        message: 'm',
        release: 'r',
        environment: 'prod',
        fingerprint: ['a', 1, {}],
        logentry: { message: 'l', formatted: 'f', params: ['p'] },
        sdk: { name: 's', packages: [] },
        breadcrumbs: [{ message: 'b' }],
        extra: { a: 1 },
        user: { id: '1' },
        request: {
          url: 'u',
          headers: { 'User-Agent': 'x', Cookie: 'c', Authorization: 'a' },
          cookies: 'c',
          data: 'd',
        },
        tags: { plan: 'free', list: ['one'], no: {} },
        contexts: {
          trace: { trace_id: 't', span_id: 's', op: 'o' },
          adit: { leaving: true, other: 1 },
          device: { name: 'd' },
        },
        exception: {
          values: [
            { type: 'Linked', value: 'x' },
            {
              type: 'T',
              value: 'v',
              mechanism: {},
              stacktrace: { frames: Array.from({ length: 50 }, (_, index) => frame(index)) },
            },
          ],
        },
      }),
    ).toEqual({
      event_id: 'e',
      platform: 'javascript',
      level: 'error',
      message: 'm',
      release: 'r',
      environment: 'prod',
      fingerprint: ['a', 1, ''],
      logentry: { message: 'l', formatted: 'f' },
      sdk: { name: 's' },
      request: { url: 'u', headers: { 'User-Agent': 'x' } },
      tags: { plan: 'free', list: 'one' },
      contexts: { trace: { trace_id: 't', op: 'o' }, adit: { leaving: true } },
      exception: {
        values: [
          {},
          {
            type: 'T',
            value: 'v',
            stacktrace: {
              frames: Array.from({ length: 10 }, (_, index) => ({
                filename: `f${index + 40}`,
                function: 'g',
                lineno: 1,
                in_app: true,
              })),
            },
          },
        ],
      },
    });
  });

  it('reads the older forms of errors, tags and headers', () => {
    expect(
      summaryOf({
        exception: [{ type: 'T', stacktrace: { frames: [null] } }],
        tags: [['a', '1'], 'x', [1, 2], ['n'.repeat(65), 'long']],
        request: {
          headers: [
            ['Referer', 'r'],
            ['Cookie', 'c'],
          ],
        },
      }),
    ).toEqual({
      exception: [{ type: 'T', stacktrace: { frames: [{}] } }],
      tags: [['a', '1']],
      request: { headers: [['Referer', 'r']] },
    });
  });

  it('has at most 20 tags, and 20 attributes of which those that rules read come first', () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`a${index}`, { value: index }]),
    );
    const attributes = { ...many, 'url.full': { value: 'u' }, 'user.email': { value: 'e' }, plain: 'p' };
    const { attributes: found, tags } = summaryOf({
      attributes,
      tags: Object.fromEntries(Object.keys(many).map((name) => [name, 1])),
    });
    expect(Object.entries(found as object).slice(0, 2)).toEqual([
      ['url.full', { value: 'u' }],
      ['a0', { value: 0 }],
    ]);
    expect(Object.keys(found as object)).toHaveLength(20);
    expect(Object.keys(tags as object)).toHaveLength(20);
    expect(summaryOf({ data: { 'client.address': '1', op: 'x' } })).toEqual({ data: { op: 'x' } });
  });

  it('has the message and the address of a feedback, and the first page of a replay', () => {
    expect(summaryOf({ contexts: { feedback: { message: 'm', url: 'u', contact_email: 'e' } } })).toEqual({
      contexts: { feedback: { message: 'm', url: 'u' } },
    });
    expect(summaryOf({ urls: ['a', 'b'], replay_id: 'r' })).toEqual({ urls: ['a'], replay_id: 'r' });
  });

  it.each([
    [{}, {}],
    [{ exception: { values: [] }, tags: [], urls: 1, fingerprint: 'x', contexts: 1, request: null }, {}],
    [{ exception: { values: [1] }, message: {} }, { exception: { values: [{}] } }],
  ])('is made of any shape: %j', (payload, summary) => {
    expect(summaryOf(payload)).toEqual(summary);
  });
});
