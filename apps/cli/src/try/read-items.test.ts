import { describe, expect, it } from '@jest/globals';
import { UsageError } from '../options.ts';
import { readAnswer, readItems } from './read-items.ts';

const read = (text: string | Buffer) => readItems(Buffer.from(text), 'items').items;
const line = (value: unknown): string => JSON.stringify(value);

const recent = {
  at: 1,
  type: 'event',
  project: '42',
  sdk: 's',
  userAgent: 'u',
  payload: { message: 'a' },
  outcome: 'dropped',
  rule: 'r',
  standsFor: 2.5,
};
const event = (payload: object, type = 'event') => ({ type, payload, standsFor: 1 });

describe('an answer', () => {
  it('has items; those that are none are left out', () => {
    const bare = { type: 'log', payload: {}, at: NaN, project: 1, outcome: 'x', standsFor: 0 };
    const others = [null, { type: 'event' }, { type: 'attachment', payload: {} }, { type: 1, payload: {} }];
    for (const answer of [{ items: [recent, bare, ...others] }, [recent, bare, ...others]])
      expect(readAnswer(answer)).toEqual({ items: [recent, event({}, 'log')] });
  });

  it('names the scrub rules in effect, if its server does', () => {
    expect(readAnswer({ items: [], scrubs: ['account', 1] }).scrubs).toEqual(['account']);
    expect(readAnswer({ items: [], scrubs: 'account' }).scrubs).toBeUndefined();
  });

  it.each([[{}], ['text'], [{ items: {} }]])('is not %j', (answer) => {
    expect(() => readAnswer(answer)).toThrow(UsageError);
  });
});

describe('a file of items', () => {
  it.each([
    ['an answer', line({ items: [recent] }), [recent]],
    ['an event', line({ message: 'a' }), [event({ message: 'a' })]],
    [
      'an event over several lines',
      JSON.stringify({ message: 'a' }, undefined, 2),
      [event({ message: 'a' })],
    ],
    [
      'a list',
      line([recent, { type: 'transaction' }, 1]),
      [recent, event({ type: 'transaction' }, 'transaction')],
    ],
    [
      'lines',
      `\uFEFF${line(recent)}\n\n${line({ type: 'error', message: 'b' })}\n`,
      [recent, event({ type: 'error', message: 'b' })],
    ],
    ['two lines without an envelope', '{}\n{"a":1}', [event({}), event({ a: 1 })]],
    [
      'lines of events of which one could be a header',
      `{"message":"a"}\n{"type":"transaction"}`,
      [event({ message: 'a' }), event({ type: 'transaction' }, 'transaction')],
    ],
    ['nothing', '', []],
  ])('is %s', (_, text, items) => {
    expect(read(text)).toEqual(items);
  });

  it('is an envelope with items of each kind', () => {
    const binary = Buffer.from([0x7b, 0x0a, 0xff, 0x0a]);
    const payload = line({ message: 'ß' });
    const bytes = Buffer.concat([
      Buffer.from(
        [
          line({ event_id: 'e', dsn: 'https://key@o450.ingest.sentry.io/4509', sdk: { name: 's' } }),
          line({ type: 'event', length: Buffer.byteLength(payload) }),
          payload,
          `${line({ type: 'attachment', length: binary.length })}\n`,
        ].join('\n'),
      ),
      binary,
      Buffer.from(
        [
          '',
          line({ type: 'span', item_count: 2 }),
          line({ items: [{ name: 'a' }, 1, { name: 'b' }] }),
          line({ type: 'log' }),
          line({ body: 'single' }),
          line({ type: 'event' }),
          'no JSON',
          '{}',
          line({ type: 'feedback' }),
          line({ items: [] }),
          line({ message: 'after' }),
        ].join('\n'),
      ),
    ]);
    const about = { project: '4509', sdk: 's' };
    expect(read(bytes)).toEqual([
      { ...event({ message: 'ß' }), ...about },
      { ...event({ name: 'a' }, 'span'), ...about },
      { ...event({ name: 'b' }, 'span'), ...about },
      { ...event({ body: 'single' }, 'log'), ...about },
      event({ items: [] }, 'feedback'),
      event({ message: 'after' }),
    ]);
  });

  it('ends in the middle of an envelope', () => {
    expect(read('{}\n{"type":"event"}')).toEqual([]);
    expect(read('{"dsn":"x"}\n{"type":"event"}\n{"message":"a"}')).toEqual([event({ message: 'a' })]);
  });

  it('says which line is neither', () => {
    expect(() => read('{}\n{"type":"attachment","length":3}\na\nb\nnone')).toThrow(
      new UsageError('items:5 is neither an item nor part of an envelope'),
    );
    expect(() => read('text')).toThrow(new UsageError('items:1 is neither an item nor part of an envelope'));
  });
});
