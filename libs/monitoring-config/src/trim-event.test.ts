import type { Event, StackFrame } from '@sentry/core';
import fc from 'fast-check';
import { MAX_EVENT_BYTES, trimEvent } from './trim-event.ts';

const sizeOf = (event: unknown) => Buffer.byteLength(JSON.stringify(event));
const KIB = 1_024;
const trim = (event: Event, maxBytes = MAX_EVENT_BYTES) =>
  trimEvent(event, maxBytes) as Event & { _meta?: Record<string, unknown> };
const MARK = { '': { rem: [['!limit', 'x']] } };

const frame = (index: number, more: Partial<StackFrame> = {}): StackFrame => ({
  filename: `app:///file-${index}.js`,
  function: `call${index}`,
  lineno: index,
  in_app: index % 2 === 0,
  ...more,
});

/** An event with everything that trimming must keep. */
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

function expectEssentials(event: Event): void {
  const { exception, contexts, ...identity } = essential();
  expect(event).toMatchObject(identity);
  expect(event.contexts?.trace).toMatchObject(contexts!.trace!);
  const captured = event.exception?.values?.at(-1);
  const { stacktrace, ...thrown } = exception!.values![1]!;
  expect(captured).toMatchObject(thrown);
  expect(captured?.stacktrace?.frames?.slice(-5)).toEqual(stacktrace?.frames?.slice(-5));
}

const crumbs = (length: number) =>
  Array.from({ length }, (_, index) => ({ message: `crumb ${index}`, category: 'x'.repeat(60) }));

describe(trimEvent, () => {
  it('returns an event that fits as it is', () => {
    const event = essential();
    expect(trimEvent(event, MAX_EVENT_BYTES)).toBe(event);
    expect(trimEvent(event, sizeOf(event))).toBe(event);
    expect(trimEvent(event, sizeOf(event) - 1)).not.toBe(event);
  });

  it.each(['é', '漢', '😀', '\ud800', '\u0001'])('counts %j in bytes of UTF-8', (character) => {
    const event: Event = { message: character.repeat(40_000) };
    expect(trimEvent(event, sizeOf(event))).toBe(event);
    expect(trimEvent(event, sizeOf(event) - 1)).not.toBe(event);
  });

  it('trims an event of 3 MB, marks the section, and does not change the original', () => {
    const event = { ...essential(), extra: { rows: Array.from({ length: 30_000 }, () => 'x'.repeat(100)) } };
    const before = structuredClone(event);

    const trimmed = trim(event);

    expect(sizeOf(trimmed)).toBeLessThanOrEqual(MAX_EVENT_BYTES);
    expect(sizeOf(trimmed)).toBeGreaterThan(MAX_EVENT_BYTES / 3);
    expectEssentials(trimmed);
    expect(trimmed.exception).toEqual(essential().exception);
    expect(trimmed._meta).toEqual({ extra: MARK });
    expect(event).toEqual(before);
  });

  it('cuts a long text and keeps its beginning, and whole characters only', () => {
    const event = essential();
    event.exception!.values![1]!.value = `x is not ${'é😀'.repeat(1_000_000)}`;

    const { value } = trim(event).exception!.values![1]!;

    expect(value).toMatch(/^x is not (?:é😀){1000,}é?…$/u);
    expect(sizeOf(value)).toBeGreaterThan(12 * KIB);
  });

  it('keeps the latest breadcrumbs', () => {
    const { breadcrumbs, _meta } = trim({ ...essential(), breadcrumbs: crumbs(20_000) });

    expect(breadcrumbs?.at(-1)?.message).toBe('crumb 19999');
    expect(breadcrumbs?.length).toBeGreaterThan(1_000);
    expect(_meta).toEqual({ breadcrumbs: MARK });
  });

  it('keeps the frames nearest the throw', () => {
    const event = essential();
    const vars = { state: 'x'.repeat(8_000), other: 'y'.repeat(8_000) };
    event.exception!.values![1]!.stacktrace!.frames = Array.from({ length: 50 }, (_, index) =>
      frame(index, { vars }),
    );

    const frames = trim(event, 256 * KIB).exception!.values![0]!.stacktrace!.frames!;

    expect(frames.length).toBeGreaterThan(4);
    expect(frames.slice(-2)).toEqual([frame(48, { vars }), frame(49, { vars })]);
  });

  it('keeps small properties beside a large one', () => {
    const many = Array.from({ length: 200_000 }, () => 1);
    const { contexts, extra } = trim({
      ...essential(),
      contexts: { many: { many }, ...essential().contexts },
      extra: { many, note: 'kept' },
    });

    expect(contexts?.trace).toEqual(essential().contexts!.trace);
    expect(extra).toMatchObject({ note: 'kept' });
  });

  it('makes JSON of an event that JSON cannot express', () => {
    const extra: Record<string, unknown> = { big: 12n, when: new Date(0), none: undefined, odd: Infinity };
    extra['list'] = [undefined, () => 1, 2];
    Object.defineProperty(extra, 'bad', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    const ownKeys = () => {
      throw new Error('no');
    };
    extra['keyless'] = new Proxy({}, { ownKeys });
    const event = { ...essential(), extra };

    const trimmed = trim(event);

    expect(() => JSON.stringify(event)).toThrow();
    expect(JSON.parse(JSON.stringify(trimmed.extra))).toEqual({
      big: '12',
      when: '1970-01-01T00:00:00.000Z',
      odd: null,
      list: [null, null, 2],
      keyless: {},
    });
    expect(trimmed._meta).toBeUndefined();
    expectEssentials(trimmed);
  });

  it('ends in cycles and in deep data', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 10_000; level += 1) deep = { deep, list: [[deep]] };
    const cycle: Record<string, unknown> = { a: 1 };
    cycle['self'] = cycle;
    cycle['again'] = [cycle, cycle];

    const trimmed = trim({ ...essential(), extra: { deep, cycle } });

    expectEssentials(trimmed);
    expect(sizeOf(trimmed)).toBeLessThanOrEqual(MAX_EVENT_BYTES);
  });

  it('always fits, is always JSON, and always keeps what identifies the event', () => {
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
          // Repeating one part makes a large event quickly.
          const repeated = Array.from({ length: times }, () => [parts, 'x'.repeat(2_000)]);
          const event = { ...parts, ...essential(), [where]: { repeated } } as Event;

          const trimmed = trim(event, 64 * KIB);

          expect(sizeOf(trimmed)).toBeLessThanOrEqual(64 * KIB);
          expectEssentials(JSON.parse(JSON.stringify(trimmed)) as Event);
          expect(trimEvent(trimmed, 64 * KIB)).toBe(trimmed);
        },
      ),
      { numRuns: 40 },
    );
  });
});
