import type { SubjectKind } from '../document/policy-document.ts';
import { subjectOf, type Subject } from './subject.ts';

const FIELDS = [
  'kind',
  'id',
  'message',
  'exception',
  'url',
  'release',
  'environment',
  'sdk',
  'project',
] as const;

/** The facts that a subject has. */
const factsOf = (subject: Subject): Readonly<Record<string, string>> =>
  Object.fromEntries<string>(
    FIELDS.flatMap((name) => {
      const value = subject[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

describe('the facts of', () => {
  it('an error', () => {
    const subject = subjectOf(
      'error',
      {
        event_id: 'e1',
        message: 'not read',
        exception: {
          values: [
            { type: 'Cause', value: 'linked' },
            { type: 'TypeError', value: 'x is not a function' },
          ],
        },
        request: { url: 'https://shop.test/cart', headers: { 'User-Agent': 'bot' } },
        release: 'shop@1.2.0',
        environment: 'production',
        sdk: { name: 'sentry.javascript.node' },
        tags: { plan: 'free', retries: 3, vip: true, constructor: 'c' },
        contexts: { trace: { trace_id: 't1' } },
      },
      { project: '42' },
    );

    expect(factsOf(subject)).toEqual({
      kind: 'error',
      id: 'e1',
      message: 'x is not a function',
      exception: 'TypeError',
      url: 'https://shop.test/cart',
      release: 'shop@1.2.0',
      environment: 'production',
      sdk: 'sentry.javascript.node',
      project: '42',
    });
    expect(['plan', 'retries', 'vip', 'constructor', 'toString'].map(subject.tag)).toEqual([
      'free',
      '3',
      'true',
      'c',
      undefined,
    ]);
    expect(['user-agent', 'USER-AGENT', 'accept'].map(subject.header)).toEqual(['bot', 'bot', undefined]);
  });

  it.each([
    [{ logentry: { formatted: 'a 1', message: 'a %s' }, message: 'b' }, 'a 1'],
    [{ logentry: { message: 'a %s' } }, 'a %s'],
    [{ message: 'b', exception: { values: [{ type: 'A', value: '' }] } }, 'b'],
    [{ exception: [{ type: 'A', value: 'in a list' }] }, 'in a list'],
    [{ exception: { values: [] } }, undefined],
    [{ message: { text: 'b' } }, undefined],
  ])('the message of the error %j', (payload, message) => {
    expect(subjectOf('error', payload).message).toBe(message);
  });

  it('pairs of tags and headers', () => {
    const subject = subjectOf('error', {
      tags: [null, ['other', 'x'], ['plan', 'free']],
      request: {
        headers: [
          [1, 2],
          ['X-Account', ['7']],
        ],
      },
    });

    expect([subject.tag('plan'), subject.tag('none')]).toEqual(['free', undefined]);
    expect([subject.header('x-account'), subject.header('none')]).toEqual(['7', undefined]);
  });

  it('a transaction', () => {
    const data = { 'http.request.header.user-agent': ['bot'], 'url.full': 'https://shop.test/a' };
    const subject = subjectOf('transaction', {
      event_id: 'e1',
      transaction: 'GET /a',
      exception: { values: [{ type: 'A', value: 'b' }] },
      contexts: { trace: { trace_id: 't1', data } },
    });

    expect(factsOf(subject)).toEqual({
      kind: 'transaction',
      id: 't1',
      message: 'GET /a',
      url: 'https://shop.test/a',
    });
    expect([subject.header('User-Agent'), subject.tag('url.full')]).toEqual(['bot', 'https://shop.test/a']);
  });

  it('a span of a transaction', () => {
    const subject = subjectOf('span', {
      trace_id: 't1',
      description: 'GET /a',
      data: { 'http.url': '/a' },
      tags: { plan: 'free' },
    });

    expect(factsOf(subject)).toEqual({ kind: 'span', id: 't1', message: 'GET /a', url: '/a' });
    expect(subject.tag('plan')).toBe('free');
  });

  it('a streamed span', () => {
    const text = (value: unknown) => ({ value, type: 'string' });
    const subject = subjectOf(
      'span',
      {
        trace_id: 't1',
        name: 'GET /a',
        attributes: {
          'url.path': text('/a'),
          'sentry.release': text('shop@1'),
          'sentry.environment': text('production'),
          'sentry.sdk.name': text('sentry.javascript.nextjs'),
          'http.request.header.x-account': text(['7']),
          'http.response.status_code': { value: 404, type: 'integer' },
        },
      },
      { sdk: 'of the envelope' },
    );

    expect(factsOf(subject)).toEqual({
      kind: 'span',
      id: 't1',
      message: 'GET /a',
      url: '/a',
      release: 'shop@1',
      environment: 'production',
      sdk: 'of the envelope',
    });
    expect(subject.header('X-Account')).toBe('7');
    expect(subject.tag('http.response.status_code')).toBe('404');
  });

  it('a log', () => {
    const attributes = {
      'sentry.sdk.name': { value: 'sentry.javascript.node', type: 'string' },
      plan: { value: 'free', type: 'string' },
    };
    const subject = subjectOf('log', { trace_id: 't1', body: 'job done', attributes });

    expect(factsOf(subject)).toEqual({
      kind: 'log',
      id: 't1',
      message: 'job done',
      sdk: 'sentry.javascript.node',
    });
    expect(subject.tag('plan')).toBe('free');
  });

  it('a feedback', () => {
    const feedback = { message: 'It is slow', url: 'https://shop.test/cart' };

    expect(factsOf(subjectOf('feedback', { event_id: 'e1', contexts: { feedback } }))).toEqual({
      kind: 'feedback',
      id: 'e1',
      message: 'It is slow',
      url: 'https://shop.test/cart',
    });
    expect(subjectOf('feedback', { comments: 'old form', request: { url: '/a' } })).toMatchObject({
      message: 'old form',
      url: '/a',
    });
  });

  it('a replay', () => {
    const replay = { event_id: 'e1', replay_id: 'r1', urls: ['https://shop.test/', '/b'] };

    expect(factsOf(subjectOf('replay', replay))).toEqual({
      kind: 'replay',
      id: 'r1',
      url: 'https://shop.test/',
    });
    expect(factsOf(subjectOf('replay', { event_id: 'e1', request: { url: '/a' } }))).toEqual({
      kind: 'replay',
      id: 'e1',
      url: '/a',
    });
  });

  it('an item without an id of its own', () => {
    const trace = { contexts: { trace: { trace_id: 't1' } } };

    expect(subjectOf('error', trace).id).toBe('t1');
    expect(subjectOf('span', { event_id: 'e1' }).id).toBe('e1');
    expect(subjectOf('log', {}).id).toBeUndefined();
  });

  it.each<SubjectKind>(['error', 'transaction', 'span', 'log', 'feedback', 'replay'])(
    'a %s of any shape',
    (kind) => {
      const strange = [null, 1, 'text', [], [[]], { values: 1 }, { values: [null] }];
      for (const value of strange) {
        const names = 'exception request tags contexts attributes data sdk urls logentry'.split(' ');
        const subject = subjectOf(kind, Object.fromEntries(names.map((name) => [name, value])));

        expect(factsOf(subject)).toEqual({ kind });
        expect([subject.tag('a'), subject.header('a')]).toEqual([undefined, undefined]);
      }
    },
  );

  it('are read by getters that all subjects share: an object with its own would cost more than all rules', () => {
    const own = Object.values(Object.getOwnPropertyDescriptors(subjectOf('error', { message: 'a' })));

    expect(own.filter(({ get }) => get !== undefined)).toEqual([]);
  });
});
