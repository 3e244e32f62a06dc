import type { Event } from '@sentry/core';
import { createNoiseFilter } from './noise-filter.ts';
import { spanFacts } from './span-facts.ts';

const errorEvent = (value: string, type = 'Error'): Event => ({ exception: { values: [{ type, value }] } });
const raise = (what: string): never => {
  throw new Error(what);
};
const redirect = { originalException: { digest: 'NEXT_REDIRECT;replace;/;307;' } };

describe(createNoiseFilter, () => {
  it('counts each rule in force and reports the drop', () => {
    const onDrop = jest.fn();
    const filter = createNoiseFilter({ side: 'client', onDrop });

    filter.processEvent(errorEvent('Script error.'));
    filter.processEvent(errorEvent('Script error.'));
    filter.processEvent({ event_id: 'e1', ...errorEvent('moved') }, redirect);

    expect(filter.counts()).toMatchObject({
      'cross-origin-script-error': 2,
      'framework-control-flow': 1,
      bot: 0,
    });
    expect(onDrop).toHaveBeenLastCalledWith({
      ruleId: 'framework-control-flow',
      reason: expect.stringContaining('redirect()') as string,
      dryRun: false,
      type: 'error',
      title: 'Error: moved',
      eventId: 'e1',
    });
  });

  it('counts in a dry run too, and drops nothing', () => {
    const onDrop = jest.fn();
    const filter = createNoiseFilter({ side: 'client', dryRun: true, onDrop });
    const event = errorEvent('Script error.');

    expect(filter.processEvent(event)).toBe(event);
    expect(filter.counts()).toMatchObject({ 'cross-origin-script-error': 1 });
    expect(onDrop).toHaveBeenCalledWith(expect.objectContaining({ dryRun: true }));
  });

  it('leaves out rules of the other side and rules switched off', () => {
    const server = createNoiseFilter({ side: 'server', disabled: ['bot'] });

    expect(Object.keys(server.counts())).toEqual([
      'not-found-page-transaction',
      'framework-control-flow',
      'aborted-request',
      'own-tunnel-span',
      'chunk-load-error',
    ]);
  });

  it('explains without counting', () => {
    const filter = createNoiseFilter({ side: 'client' });

    expect(filter.explain(errorEvent('Script error.'))?.ruleId).toBe('cross-origin-script-error');
    expect(filter.explain(errorEvent('real'))).toBeUndefined();
    expect(filter.counts()).toMatchObject({ 'cross-origin-script-error': 0 });
  });

  it('takes rules of the application beside its own', () => {
    const filter = createNoiseFilter({
      side: 'server',
      rules: [
        {
          id: 'health-check',
          reason: 'A load balancer asks every second',
          side: 'server',
          matchesSpan: ({ name }) => name === 'GET /healthz',
        },
      ],
    });

    expect(filter.dropsSpan(spanFacts('GET /healthz', {}, true))).toBe(true);
    expect(filter.dropsSpan(spanFacts('GET /shop', {}, true))).toBe(false);
    expect(filter.counts()).toEqual({ 'health-check': 1 });
  });

  it('does not let a rule or a listener that throws decide', () => {
    const filter = createNoiseFilter({
      side: 'client',
      rules: [
        { id: 'broken', reason: 'broken', side: 'both', matchesError: () => raise('rule') },
        { id: 'all', reason: 'all', side: 'both', matchesError: () => true },
      ],
      onDrop: () => raise('listener'),
    });

    expect(filter.processEvent(errorEvent('any'))).toBeNull();
    expect(filter.counts()).toEqual({ broken: 0, all: 1 });
  });

  it('passes on events that are neither errors nor transactions', () => {
    const filter = createNoiseFilter({ side: 'client' });
    const feedback: Event = { type: 'feedback', message: 'Script error.' };

    expect(filter.processEvent(feedback)).toBe(feedback);
  });

  const throwing: unknown = new Proxy({}, { get: () => raise('getter') });
  const cyclic = new Error('cyclic');
  cyclic.cause = cyclic;
  it.each<[string, unknown]>([
    ['null', null],
    ['a string', 'NEXT_REDIRECT'],
    ['a symbol', Symbol('x')],
    ['a throwing proxy', throwing],
    ['a cyclic chain', cyclic],
    ['a throwing cause', { cause: throwing }],
    ['a digest that is no text', { digest: { toString: () => 'NEXT_REDIRECT;' } }],
    ['an error with a redirect as its cause', { cause: redirect.originalException }],
  ])('S18 keeps the event, whatever was thrown: %s', (_what, originalException) => {
    const filter = createNoiseFilter({ side: 'server' });

    expect(filter.processEvent(errorEvent('real'), { originalException })).not.toBeNull();
  });

  it('S18 drops a redirect that is frozen or not an Error at all', () => {
    const filter = createNoiseFilter({ side: 'server' });
    const originalException = Object.freeze({ ...redirect.originalException });

    expect(filter.processEvent(errorEvent('x'), { originalException })).toBeNull();
  });

  it('groups a chunk that did not load, counts it and says why, without calling it a drop', () => {
    const onDrop = jest.fn();
    const filter = createNoiseFilter({ side: 'client', onDrop });
    const event = errorEvent('Loading chunk 17 failed.', 'ChunkLoadError');

    expect(filter.explain(event)).toEqual({
      ruleId: 'chunk-load-error',
      reason: expect.stringContaining('kept') as string,
      action: 'group',
      fingerprint: ['chunk-load-error', 'webpack'],
    });
    expect(filter.processEvent(event)).toEqual({ ...event, fingerprint: ['chunk-load-error', 'webpack'] });
    expect(filter.counts()).toMatchObject({ 'chunk-load-error': 1 });
    expect(onDrop).not.toHaveBeenCalled();
  });

  it('leaves the fingerprint that the application gave', () => {
    const filter = createNoiseFilter({ side: 'client' });
    const event = { ...errorEvent('Loading chunk 17 failed.'), fingerprint: ['deploy'] };

    expect(filter.processEvent(event)).toBe(event);
  });

  it.each([
    ['in a dry run', { dryRun: true }, 1],
    ['when the rule is switched off', { disabled: ['chunk-load-error'] }, undefined],
  ])('groups nothing %s', (_when, options, count) => {
    const filter = createNoiseFilter({ side: 'client', ...options });
    const event = errorEvent('Loading chunk 17 failed.');

    expect(filter.processEvent(event)).toBe(event);
    expect(filter.counts()['chunk-load-error']).toBe(count);
  });

  it('drops before it groups, and never groups spans', () => {
    const all = { reason: 'all', side: 'both' as const, matchesError: () => true, matchesSpan: () => true };
    const filter = createNoiseFilter({
      side: 'client',
      rules: [
        { ...all, id: 'group', fingerprint: () => ['all'] },
        { ...all, id: 'drop', matchesSpan: () => false },
      ],
    });

    expect(filter.processEvent(errorEvent('x'))).toBeNull();
    expect(filter.dropsSpan(spanFacts('x', {}, true))).toBe(false);
    expect(filter.counts()).toEqual({ group: 0, drop: 1 });
  });

  it('groups under the name of a rule that fails to say how', () => {
    const broken = { id: 'broken', reason: 'all', side: 'both' as const, matchesError: () => true };
    const filter = createNoiseFilter({
      side: 'client',
      rules: [{ ...broken, fingerprint: () => raise('rule') }],
    });

    expect(filter.processEvent(errorEvent('x'))).toMatchObject({ fingerprint: ['broken'] });
  });

  it('takes the spans that are noise out of a transaction', () => {
    const filter = createNoiseFilter({ side: 'server' });
    const span = { span_id: 's', trace_id: 't', start_timestamp: 0, status: 'ok', data: {} };
    const kept = { ...span, description: 'GET /shop' };
    const event: Event = {
      type: 'transaction',
      spans: [kept, { ...span, description: 'POST /monitoring-tunnel' }, span],
    };
    const clean: Event = { type: 'transaction', spans: [kept] };

    expect(filter.processEvent(event)?.spans).toEqual([kept, span]);
    expect(filter.processEvent(clean)).toBe(clean);
  });

  it.each<[string, Event]>([
    ['Error: ', { exception: { values: [{}] } }],
    ['TypeError: ', { exception: { values: [{ type: 'TypeError' }] } }],
    ['a message', { logentry: { message: 'a message' } }],
    ['', {}],
  ])('reports a drop under the title "%s"', (title, event) => {
    const onDrop = jest.fn();
    const rules = [{ id: 'all', reason: 'all', side: 'both' as const, matchesError: () => true }];
    createNoiseFilter({ side: 'server', rules, onDrop }).processEvent(event);

    expect(onDrop).toHaveBeenCalledWith(expect.objectContaining({ title, type: 'error' }));
  });

  it('ignores frames without a name or a place', () => {
    const filter = createNoiseFilter({ side: 'server' });
    const frames = [{}, { lineno: 3 }];
    const event: Event = { exception: { values: [{ value: 'Premature close', stacktrace: { frames } }] } };
    const hint = { originalException: { code: 'ERR_STREAM_PREMATURE_CLOSE', message: 'Premature close' } };

    expect(filter.explain(event, hint)).toBeUndefined();
  });

  it('copes with an event that has nothing in it', () => {
    const filter = createNoiseFilter({ side: 'client' });
    const transaction: Event = { type: 'transaction' };

    expect(filter.processEvent({})).toEqual({});
    expect(filter.processEvent({ exception: { values: [{}] } })).toEqual({ exception: { values: [{}] } });
    expect(filter.explain({ message: 'a message' })).toBeUndefined();
    expect(filter.processEvent(transaction)).toBe(transaction);
  });
});
