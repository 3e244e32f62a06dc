import type { Event } from '@sentry/core';
import type { NoiseDrop } from '../noise/rule-filter.ts';
import { createPageJudge, type PageJudgeOptions } from './page-judge.ts';

const judge = (options: Partial<PageJudgeOptions> = {}) =>
  createPageJudge({ disabled: [], dryRun: false, ...options });

const thrown = (value: string, type = 'Error'): Event => ({ exception: { values: [{ type, value }] } });
const withDigest = (digest: string) => ({ originalException: Object.assign(new Error('x'), { digest }) });
const EXTENSION: Event = {
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 'x is not a function',
        stacktrace: { frames: [{ filename: 'chrome-extension://abc/content.js', lineno: 1 }] },
      },
    ],
  },
};

it.each<[string, Event, object]>([
  ['cross-origin-script-error', thrown('Script error.'), {}],
  ['resize-observer-loop', thrown('ResizeObserver loop limit exceeded'), {}],
  ['browser-extension', EXTENSION, {}],
  ['framework-control-flow', thrown('NEXT_REDIRECT'), withDigest('NEXT_REDIRECT;replace;/a;307;')],
  ['server-error-echo', thrown('Minified React error #441; visit'), withDigest('42')],
])('drops by %s and says so, unless it is off or in a dry run', (rule, event, hint) => {
  const drops: NoiseDrop[] = [];
  const onDrop = (drop: NoiseDrop) => drops.push(drop);

  expect(judge({ onDrop }).processEvent(event, hint)).toBeNull();
  expect(judge({ onDrop, dryRun: true }).processEvent(event, hint)).toMatchObject(event);
  expect(judge({ onDrop, disabled: [rule] }).processEvent(event, hint)).toMatchObject(event);
  expect(drops).toMatchObject([
    { ruleId: rule, dryRun: false, type: 'error' },
    { ruleId: rule, dryRun: true },
  ]);
});

it('leaves the other noise to the tunnel, with the facts of the page', () => {
  const event = {
    ...thrown('Failed to fetch', 'TypeError'),
    contexts: { trace: { trace_id: 'a', span_id: 'b' } },
  };
  const page = { isPageLeaving: () => true, isTranslatedPage: () => true };

  expect(judge().processEvent(event, {})).toBe(event);
  expect(judge(page).processEvent(event, {})).toEqual({
    ...event,
    contexts: { ...event.contexts, adit: { leaving: true, translated: true } },
  });
});

it('says that an error has not the digest that its message lets one expect', () => {
  const event = thrown('NEXT_REDIRECT');

  expect(judge().processEvent(event, { originalException: new Error('NEXT_REDIRECT') })).toEqual({
    ...event,
    contexts: { adit: { digest: '' } },
  });
});

describe('a page that the server answered with 404', () => {
  const isNotFoundPage = () => true;
  const value = (text: string) => ({ value: text, type: 'string' });
  const spans = () => [
    { span_id: 'b', name: 'GET /api', attributes: { 'sentry.segment.id': value('a') } },
    { span_id: 'a', name: '/gone', is_segment: true, attributes: { 'sentry.op': value('pageload') } },
    { span_id: 'c', name: 'click', is_segment: true, attributes: { 'sentry.op': value('ui.action') } },
  ];
  const envelopeOf = (items: object[]) => [{}, [[{ type: 'span', item_count: items.length }, { items }]]];

  it('has no page load, neither as a transaction nor as spans', () => {
    const load: Event = {
      type: 'transaction',
      transaction: '/gone',
      contexts: { trace: { op: 'pageload', trace_id: 'a', span_id: 'b' } },
    };
    expect(judge({ isNotFoundPage }).processEvent(load, {})).toBeNull();
    expect(judge().processEvent(load, {})).toBe(load);

    const envelope = envelopeOf(spans());
    expect(judge({ isNotFoundPage }).readEnvelope(envelope)).toBe(2);
    expect(envelope).toEqual(envelopeOf(spans().slice(2)));
    expect(judge().readEnvelope(envelopeOf(spans()))).toBe(0);
  });

  it('has its errors', () => {
    const event = thrown('real');
    expect(judge({ isNotFoundPage }).processEvent(event, {})).toBe(event);
    const feedback = { type: 'feedback' } as unknown as Event;
    expect(judge({ isNotFoundPage }).processEvent(feedback, {})).toBe(feedback);
  });
});

it('keeps an event if a callback throws', () => {
  const fail = (): never => {
    throw new Error('callback');
  };
  expect(judge({ onDrop: fail }).processEvent(thrown('Script error.'), {})).toBeNull();
  const load: Event = {
    type: 'transaction',
    contexts: { trace: { op: 'pageload', trace_id: 'a', span_id: 'b' } },
  };
  expect(judge({ isNotFoundPage: fail }).processEvent(load, {})).toBe(load);
});
