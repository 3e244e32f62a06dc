import { readFileSync } from 'node:fs';
import type { Event, StackFrame } from '@sentry/core';
import fc from 'fast-check';
import { BUDGET_STEPS, type BudgetStepId } from './budget-steps.ts';
import { fitEvent, MAX_EVENT_BYTES, type BudgetOptions } from './fit-event.ts';

const sizeOf = (event: unknown) => Buffer.byteLength(JSON.stringify(event));
const KIB = 1_024;

const frame = (index: number, more: Partial<StackFrame> = {}): StackFrame => ({
  filename: `app:///file-${index}.js`,
  function: `call${index}`,
  lineno: index,
  in_app: index % 2 === 0,
  ...more,
});

/** An event with everything that must survive. */
const essential = (): Event => ({
  event_id: 'a'.repeat(32),
  platform: 'javascript',
  timestamp: 1,
  level: 'error',
  release: 'shop@1',
  environment: 'production',
  transaction: 'GET /shop',
  tags: { plan: 'pro', digest: '123' },
  user: { id: '7', email: 'ann@example.com' },
  contexts: { trace: { trace_id: 'b'.repeat(32), span_id: 'c'.repeat(16), op: 'http.server' } },
  exception: {
    values: [
      { type: 'Error', value: 'cause' },
      {
        type: 'TypeError',
        value: 'x is not a function',
        mechanism: { type: 'generic', handled: false },
        stacktrace: { frames: Array.from({ length: 50 }, (_, index) => frame(index)) },
      },
    ],
  },
});

/** What must be in the result of any fitting of an event made from {@link essential}. */
function expectEssentials(event: Event): void {
  const { event_id, release, environment, transaction, tags, user, level, platform } = essential();
  expect(event).toMatchObject({ event_id, release, environment, transaction, tags, user, level, platform });
  expect(event.contexts?.trace).toMatchObject(essential().contexts!.trace!);
  const captured = event.exception?.values?.at(-1);
  expect(captured).toMatchObject({ type: 'TypeError', mechanism: { type: 'generic', handled: false } });
  expect(captured?.value?.startsWith('x is not')).toBe(true);
  const own = captured?.stacktrace?.frames?.filter(({ in_app }) => in_app).map((kept) => kept.function) ?? [];
  expect(own.slice(-2)).toEqual(['call46', 'call48']);
}

function fitAndTell(event: Event, options: BudgetOptions = {}) {
  let steps: readonly BudgetStepId[] = [];
  const fitted = fitEvent(event, {
    ...options,
    onTrim: (_event, taken) => {
      steps = taken;
    },
  });
  return { fitted, steps, meta: (fitted as { _meta?: unknown })._meta };
}

const wide = (length: number, text = 'x'.repeat(100)) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`key${index}`, text]));

describe(fitEvent, () => {
  it('hands an event back that fits, having looked at it once and told nobody', () => {
    let reads = 0;
    const event = Object.defineProperty(essential(), 'message', {
      enumerable: true,
      get: () => {
        reads += 1;
        return 'hello';
      },
    });
    const onTrim = jest.fn();

    expect(fitEvent(event, { onTrim })).toBe(event);
    expect(reads).toBe(1);
    expect(onTrim).not.toHaveBeenCalled();
  });

  it('needs to act: an event of 3 MB exceeds the limit, and is trimmed without a change to what it was made from', () => {
    const event = { ...essential(), extra: { rows: Array.from({ length: 30_000 }, () => 'x'.repeat(100)) } };
    const before = structuredClone(event);

    const { fitted } = fitAndTell(event);

    expect(sizeOf(event)).toBeGreaterThan(3_000_000);
    expect(sizeOf(fitted)).toBeLessThanOrEqual(MAX_EVENT_BYTES);
    expectEssentials(fitted);
    expect(event).toEqual(before);
  });

  const crumbs = (length: number, data: object = {}) =>
    Array.from({ length }, (_, index) => ({ message: `crumb ${index}`, data: { ...data } }));

  it.each<[BudgetStepId, Event, BudgetStepId[]]>([
    ['huge-texts', { extra: { body: 'x'.repeat(2_000_000), small: 'y' } }, ['huge-texts']],
    ['depth', { extra: { a: { b: { c: { d: wide(12_000) } } } } }, ['huge-texts', 'depth']],
    ['breadth', { extra: wide(12_000) }, ['huge-texts', 'depth', 'breadth']],
    [
      'breadcrumbs',
      { breadcrumbs: crumbs(20_000).map((crumb) => ({ ...crumb, message: crumb.message + 'x'.repeat(60) })) },
      ['huge-texts', 'depth', 'breadth', 'breadcrumbs'],
    ],
  ])('takes the step %s and none after it when that is enough', (_step, part, expected) => {
    const { fitted, steps } = fitAndTell({ ...essential(), ...part });

    expect(steps).toEqual(expected);
    expect(fitted.exception).toEqual(essential().exception);
  });

  it('keeps the last breadcrumbs and says how many there were', () => {
    const { fitted, meta } = fitAndTell({
      ...essential(),
      breadcrumbs: crumbs(20_000).map((crumb) => ({ ...crumb, type: 'x'.repeat(60) })),
    });

    expect(fitted.breadcrumbs?.at(-1)?.message).toBe('crumb 19999');
    expect(fitted.breadcrumbs).toHaveLength(50);
    expect(meta).toEqual({ breadcrumbs: { '': { rem: [['!limit', 'x']], len: 20_000 } } });
  });

  it('takes variables and source lines before frames, and of frames the ones far from the throw', () => {
    const line = 'x'.repeat(4_000);
    const frames = Array.from({ length: 50 }, (_, index) =>
      frame(index, {
        vars: wide(5),
        pre_context: [line, line],
        post_context: [line, line],
        context_line: line,
      }),
    );
    const event = essential();
    event.exception!.values![1]!.stacktrace = { frames };

    const { fitted, steps } = fitAndTell(event, { maxBytes: 128 * KIB });

    const kept = fitted.exception!.values![1]!.stacktrace!.frames!;
    expect(steps).toContain('source-context');
    expect(steps).not.toContain('frames');
    expect(kept).toHaveLength(50);
    expect(kept.map(({ pre_context }) => pre_context !== undefined)).toEqual(
      frames.map((_frame, index) => index >= 45),
    );
  });

  it('keeps the longest spans of a transaction, in their order', () => {
    const spans = Array.from({ length: 8_000 }, (_, index) => ({
      span_id: String(index),
      trace_id: 'b'.repeat(32),
      description: 'x'.repeat(100),
      start_timestamp: 0,
      timestamp: index === 17 ? 1_000 : index / 100_000,
      data: {},
    }));
    const { fitted, steps } = fitAndTell({
      ...essential(),
      type: 'transaction',
      spans: spans as unknown as Event['spans'],
      start_timestamp: 0,
    });

    expect(steps.at(-1)).toBe('spans');
    expect(fitted.spans).toHaveLength(500);
    expect(fitted.spans?.map(({ span_id }) => span_id).slice(0, 2)).toEqual(['17', '7501']);
  });

  it('cuts an exception’s value and keeps its beginning', () => {
    const event = essential();
    event.exception!.values![1]!.value = `x is not ${'é'.repeat(2_000_000)}`;

    const { fitted, steps } = fitAndTell(event);

    expect(steps).toEqual(['huge-texts']);
    expect(fitted.exception!.values![1]!.value).toMatch(/^x is not é{1000,}…$/);
    expectEssentials(fitted);
  });

  it('leaves a bare event, with the source maps of its frames, where nothing else helps', () => {
    const tags = wide(10_000);
    const event: Event = {
      ...essential(),
      type: 'transaction',
      spans: [],
      message: 'm'.repeat(5_000),
      tags: { ...essential().tags, ...tags },
      debug_meta: {
        images: [
          { type: 'sourcemap', code_file: 'app:///file-48.js', debug_id: 'here' },
          { type: 'sourcemap', code_file: 'app:///other.js', debug_id: 'there' },
        ],
      },
      sdk: {
        name: 'sentry.javascript.nextjs',
        version: '11.8.0',
        packages: [{ name: 'npm:x', version: '1' }],
      },
    };

    const { fitted, steps } = fitAndTell(event, { maxBytes: 64 * KIB });

    expect(steps).toEqual([...new Set(BUDGET_STEPS.map(({ id }) => id))]);
    expectEssentials(fitted);
    expect(fitted.sdk).toEqual({ name: 'sentry.javascript.nextjs', version: '11.8.0' });
    expect(fitted.debug_meta?.images).toEqual([expect.objectContaining({ debug_id: 'here' })]);
    expect(Object.keys(fitted.tags ?? {})).toHaveLength(51);
    expect(sizeOf(fitted)).toBeLessThanOrEqual(64 * KIB);
  });

  it('leaves whoever’s frames are nearest where none is the application’s, and none where there are none', () => {
    const foreign = essential();
    foreign.exception!.values![1]!.stacktrace = { frames: [frame(1), frame(3)] };
    const tags = wide(10_000);
    const bare = (event: Event) => fitEvent({ ...event, tags }, { maxBytes: 64 * KIB });

    expect(bare(foreign).exception?.values?.[0]?.stacktrace?.frames).toHaveLength(2);
    expect(bare({ exception: { values: [{ type: 'Error' }] } }).exception?.values).toEqual([
      { type: 'Error', mechanism: {} },
    ]);
    expect(bare({ message: 'x' })).toMatchObject({ message: 'x' });
  });

  it('makes an event that cannot be serialised one that can', () => {
    const extra: Record<string, unknown> = { big: 12n, when: new Date(0), none: undefined, odd: Infinity };
    extra['self'] = extra;
    extra['list'] = [undefined, () => 1, extra];
    Object.defineProperty(extra, 'bad', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    extra['keyless'] = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    const event = { ...essential(), extra };

    const { fitted, steps } = fitAndTell(event);

    expect(() => JSON.stringify(event)).toThrow();
    expect(JSON.parse(JSON.stringify(fitted.extra))).toEqual({
      big: '12',
      when: '1970-01-01T00:00:00.000Z',
      odd: null,
      self: '[Circular ~]',
      list: [null, null, '[Circular ~]'],
      bad: '[Throws]',
      keyless: {},
    });
    expect(steps).toEqual([]);
    expectEssentials(fitted);
  });

  it('copies no deeper and no more than could fit', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 10_000; level += 1) deep = { deep, list: [[deep]] };
    const many = Array.from({ length: 200_000 }, () => 1);

    const fitted = fitEvent({
      ...essential(),
      extra: { deep },
      contexts: { ...essential().contexts, many: { many } },
    });

    expectEssentials(fitted);
    expect(sizeOf(fitted)).toBeLessThanOrEqual(MAX_EVENT_BYTES);
  });

  it('is not disturbed by a listener that throws', () => {
    const onTrim = () => {
      throw new Error('no');
    };

    expect(sizeOf(fitEvent({ extra: { body: 'x'.repeat(2_000_000) } }, { onTrim }))).toBeLessThan(
      MAX_EVENT_BYTES,
    );
  });

  it('is described step by step, in this order, in the README', () => {
    const readme = readFileSync(`${__dirname}/../../README.md`, 'utf8');
    const [, section = ''] = readme.split('## Scrubbing and size');
    const places = [...new Set(BUDGET_STEPS.map(({ id }) => id))].map((id) => section.indexOf(`\`${id}\``));

    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it.each([0, 65_535, 1.5, NaN])('refuses a limit of %s bytes', (maxBytes) => {
    expect(() => fitEvent({}, { maxBytes })).toThrow(
      /^maxBytes is .*; accepted: a whole number of at least 65536$/,
    );
  });

  it('always fits, is always JSON, and always keeps what must be kept', () => {
    const bulk = fc.record(
      {
        extra: fc.object({ maxDepth: 6, maxKeys: 40 }),
        message: fc.string({ maxLength: 40 }),
        modules: fc.dictionary(fc.string(), fc.string()),
        breadcrumbs: fc.array(fc.record({ message: fc.string(), data: fc.object() })),
        logentry: fc.anything(),
        request: fc.anything(),
        threads: fc.anything(),
        debug_meta: fc.anything(),
        spans: fc.anything(),
        sdk: fc.anything(),
        fingerprint: fc.anything(),
        dist: fc.anything(),
        odd: fc.anything({ maxDepth: 4 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        bulk,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('extra', 'odd', 'spans', 'modules', 'dist'),
        (parts, times, where) => {
          // The same part many times over is large without taking long to make.
          const repeated = Array.from({ length: times }, () => [parts, 'x'.repeat(2_000)]);
          const event = { ...parts, ...essential(), [where]: { repeated } } as Event;

          const fitted = fitEvent(event, { maxBytes: 64 * KIB });

          expect(sizeOf(fitted)).toBeLessThanOrEqual(64 * KIB);
          expectEssentials(JSON.parse(JSON.stringify(fitted)) as Event);
          expect(fitEvent(fitted, { maxBytes: 64 * KIB })).toBe(fitted);
        },
      ),
      { numRuns: 40 },
    );
  });
});
