import type { PolicyRule } from '../document/policy-document.ts';
import { applyScrubs, type CompiledScrub } from './apply-scrubs.ts';
import { compileRules } from './compile-rules.ts';
import { subjectOf } from './subject.ts';

/** The compiled rules of paths and forms. */
function scrubsOf(
  ...given: readonly { readonly path?: string; readonly form?: string }[]
): readonly CompiledScrub[] {
  const rules = given.map((own, index): PolicyRule => ({
    id: `r${index}`,
    action: 'scrub',
    when: {},
    ...own,
  }));
  return compileRules(rules).decide(subjectOf('error', {})).scrubs;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

const scrubbed = (payload: unknown, ...given: Parameters<typeof scrubsOf>): unknown =>
  applyScrubs(freeze(payload), scrubsOf(...given));

const F = '[Filtered]';

describe('a path', () => {
  it.each<[string, unknown, unknown]>([
    [
      'extra.order.note',
      { extra: { order: { note: 'n', id: 1 } } },
      { extra: { order: { note: F, id: 1 } } },
    ],
    ['extra.order', { extra: { order: { note: 'n' } } }, { extra: { order: F } }],
    ['extra.count', { extra: { count: 7 } }, { extra: { count: F } }],
    ['extra.*', { extra: { a: 1, b: [2] } }, { extra: { a: F, b: F } }],
    [
      'exception.values.*.value',
      { exception: { values: [{ value: 'a' }, { value: 'b', type: 'T' }] } },
      { exception: { values: [{ value: F }, { value: F, type: 'T' }] } },
    ],
    [
      'exception.values.1.value',
      { exception: { values: [{ value: 'a' }, { value: 'b' }] } },
      { exception: { values: [{ value: 'a' }, { value: F }] } },
    ],
    [
      'request.headers.x-account',
      { request: { headers: { 'X-Account': '7', Accept: 'a' } } },
      { request: { headers: { 'X-Account': F, Accept: 'a' } } },
    ],
    [
      'request.headers.X-Account',
      {
        request: {
          headers: [
            ['x-account', '7'],
            ['accept', 'a'],
          ],
        },
      },
      {
        request: {
          headers: [
            ['x-account', F],
            ['accept', 'a'],
          ],
        },
      },
    ],
    [
      'request.headers.*',
      { request: { headers: [['x-account', '7']] } },
      { request: { headers: [['x-account', F]] } },
    ],
    ['extra.points.*', { extra: { points: [['a', 'b']] } }, { extra: { points: [F] } }],
    [
      'attributes.http.request.header.x.value',
      { attributes: { 'http.request.header.x': { value: '7', type: 'string' } } },
      { attributes: { 'http.request.header.x': { value: F, type: 'string' } } },
    ],
    [
      'attributes.*.value',
      { attributes: { 'user.email': { value: 'm', type: 'string' } } },
      { attributes: { 'user.email': { value: F, type: 'string' } } },
    ],
    ['data.url', { data: { 'url.full': 'a', url: 'b' } }, { data: { 'url.full': 'a', url: F } }],
  ])('%s', (path, payload, expected) => {
    expect(scrubbed(payload, { path })).toEqual(expected);
  });

  it.each([
    ['extra.other', { extra: { order: 1 } }],
    ['extra.order.note', { extra: 'text' }],
    ['extra.order.note', { extra: { order: null } }],
    ['extra.order', { extra: { order: null } }],
    ['extra.order', { extra: { order: '[Filtered]' } }],
    ['extra.*', { extra: [] }],
    ['request.headers.x', { request: { headers: [['y', 'x']] } }],
    ['request.headers.x.y', { request: { headers: [['x', 'x']] } }],
    ['a', null],
    ['a', 'text'],
  ])('%s leaves %j as it is', (path, payload) => {
    expect(scrubbed(payload, { path })).toBe(payload);
  });

  it('with a form changes the texts in its value alone', () => {
    const payload = { extra: { order: { notes: ['KD-1 x', 2], trace_id: 'KD-2' } }, message: 'KD-3' };

    expect(scrubbed(payload, { path: 'extra.order', form: 'KD-\\d' })).toEqual({
      extra: { order: { notes: [`${F} x`, 2], trace_id: F } },
      message: 'KD-3',
    });
  });
});

describe('a form', () => {
  it('changes every text, and no number and no name', () => {
    const payload = { message: 'KD-1 and KD-2', extra: { 'KD-3': [{ deep: 'KD-4' }, 5, null, true] } };

    expect(scrubbed(payload, { form: 'KD-\\d' })).toEqual({
      message: `${F} and ${F}`,
      extra: { 'KD-3': [{ deep: F }, 5, null, true] },
    });
  });

  it('leaves ids, times, and the facts about the SDK', () => {
    const payload = {
      event_id: 'a1',
      timestamp: 'a1',
      sdk: { name: 'a1' },
      contexts: { trace: { trace_id: 'a1' } },
    };

    expect(scrubbed(payload, { form: 'a1' })).toBe(payload);
  });

  it('comes after all paths, with the other forms, in one walk', () => {
    const payload = { message: 'ab', extra: { a: 'ab' } };

    expect(scrubbed(payload, { form: 'a' }, { path: 'extra.a' }, { form: 'b' })).toEqual({
      message: F + F,
      extra: { a: F },
    });
  });
});

describe('the payload', () => {
  it('stays the same object without a scrub', () => {
    const payload = { message: 'a' };

    expect(applyScrubs(payload, [])).toBe(payload);
    expect(scrubbed(payload, { form: 'b' }, { path: 'extra' })).toBe(payload);
  });

  it('shares the parts that do not change', () => {
    const payload = { message: 'a', extra: { b: 'c' } };

    expect((scrubbed(payload, { form: 'a' }) as typeof payload).extra).toBe(payload.extra);
  });

  it('may have any marker', () => {
    expect(applyScrubs({ a: 'x', b: 'y' }, scrubsOf({ path: 'a' }, { form: 'y' }), '***')).toEqual({
      a: '***',
      b: '***',
    });
  });

  it('may be deeper than 20 levels: those are replaced', () => {
    let deep: unknown = 'secret';
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    const text = JSON.stringify(applyScrubs(deep, scrubsOf({ form: 'secret' })));

    expect(text).not.toContain('secret');
    expect(text.match(/deep/g)).toHaveLength(21);
  });

  it('may have cycles and parts that are in many places', () => {
    const cycle: Record<string, unknown> = { a: 'KD-1' };
    cycle['self'] = cycle;
    let shared: unknown = 'KD-1';
    for (let level = 0; level < 19; level += 1) shared = { a: shared, b: shared, c: shared };

    expect(applyScrubs(cycle, scrubsOf({ form: 'KD-\\d' }))).toEqual({ a: F, self: '[Circular ~]' });
    expect(applyScrubs(cycle, scrubsOf({ path: Array(20).fill('*').join('.') }))).toHaveProperty('self');
    expect(applyScrubs(shared, scrubsOf({ form: 'KD-\\d' }))).toHaveProperty('a.b.c.a');
    expect(applyScrubs(shared, scrubsOf({ path: Array(20).fill('*').join('.') }))).toHaveProperty('a.b.c.a');
  });

  it('may have properties that cannot be read', () => {
    const payload = {
      message: 'KD-1',
      get broken(): string {
        throw new Error('no');
      },
    };

    expect(applyScrubs<object>(payload, scrubsOf({ form: 'KD-\\d' }))).toEqual({
      message: F,
      broken: undefined,
    });
    expect(applyScrubs<object>(payload, scrubsOf({ form: 'x' }))).toEqual({
      message: 'KD-1',
      broken: undefined,
    });
  });

  it('may have an own property with the name of the prototype', () => {
    const payload = JSON.parse('{"extra":{"__proto__":"KD-1"}}') as object;

    expect(JSON.stringify(applyScrubs(payload, scrubsOf({ form: 'KD-\\d' })))).toBe(
      `{"extra":{"__proto__":"${F}"}}`,
    );
  });
});
