import type { EnvelopeItem } from './envelope.ts';
import {
  createItemSizeLimits,
  defineItemSizeLimits,
  RELAY_LIMITS,
  type ItemSizeLimits,
} from './item-size-limits.ts';

const KIB = 1_024;
const MIB = 1_024 * KIB;
const LOGS = 'application/vnd.sentry.items.log+json';
const SPANS = 'application/vnd.sentry.items.span.v2+json';
const METRICS = 'application/vnd.sentry.items.trace-metric+json';

const itemOf = (type: string, fields: Partial<EnvelopeItem> = {}): EnvelopeItem => ({
  type,
  length: undefined,
  itemCount: undefined,
  attachmentType: undefined,
  platform: undefined,
  contentType: undefined,
  start: 0,
  payloadStart: 0,
  ...fields,
});

/** The type named in the refusal of the first refused item. */
const refusedBy = (
  list: readonly [type: string, bytes: number, fields?: Partial<EnvelopeItem>][],
  limits?: ItemSizeLimits,
): string | undefined => {
  const { onItem, onItemEnd } = createItemSizeLimits(limits);
  for (const [type, bytes, fields] of list) {
    const item = itemOf(type, { length: bytes, ...fields });
    const fault = onItem(item, undefined) ?? onItemEnd(item, bytes, 0);
    if (fault !== undefined) {
      expect(fault.reason).toBe('item-too-large');
      return fault.type;
    }
  }
  return undefined;
};
const times = (count: number, type: string): [string, number][] =>
  Array.from({ length: count }, () => [type, 1]);

describe('RELAY_LIMITS', () => {
  it.each([
    ...['event', 'transaction', 'security', 'replay_event', 'raw_security', 'feedback', 'form_data'].map(
      (type) => [type, MIB, 1] as const,
    ),
    ['attachment', 200 * MIB, 30],
    ['unreal_report', 200 * MIB, 30],
    ['user_report', 200 * MIB, 30],
    ['replay_recording', 10 * MIB, 1],
    ['replay_video', 10 * MIB, 1],
    ['session', 10 * MIB, 100],
    ['sessions', 10 * MIB, 100],
    ['client_report', 100 * KIB, 100],
    ['profile', 50 * MIB, 1],
    ['profile_chunk', 50 * MIB, 1],
    ['profile_chunk_ui', 50 * MIB, 1],
    ['check_in', 100 * KIB, 1],
    ['statsd', MIB, 1],
    ['metric_buckets', MIB, 1],
    ['log', 2 * MIB, 1],
    ['trace_metric', MIB, 1],
    ['span', 10 * MIB, 25],
  ] as const)('hold one %s to %d bytes and an envelope to %d of them', (type, bytes, count) => {
    expect(refusedBy([[type, bytes]])).toBeUndefined();
    expect(refusedBy([[type, bytes + 1]])).toBe(type);
    expect(refusedBy(times(count, type))).toBeUndefined();
    expect(refusedBy(times(count + 1, type))).toBe(type);
  });

  it.each([
    ['attachment', 200 * MIB, MIB],
    ['session', 10 * MIB, MIB],
    ['client_report', 100 * KIB, KIB],
    ['span', 12 * MIB, 2 * MIB],
  ])('hold every %s together to %d bytes', (type, total, first) => {
    const list = (second: number): [string, number][] => [
      [type, first],
      [type, second],
    ];

    expect(refusedBy(list(total - first))).toBeUndefined();
    expect(refusedBy(list(total - first + 1))).toBe(type);
  });

  it.each([
    ['event', 'transaction'],
    ['feedback', 'replay_event'],
    ['profile', 'profile_chunk'],
    ['profile_chunk', 'profile_chunk_ui'],
  ])('count %s and %s as one kind', (first, second) => {
    expect(
      refusedBy([
        [first, 1],
        [second, 1],
      ]),
    ).toBe(second);
  });

  it.each([
    ['event', 'replay_recording'],
    ['replay_recording', 'replay_video'],
    ['statsd', 'metric_buckets'],
    ['log', 'trace_metric'],
    ['event', 'attachment'],
    ['profile', 'check_in'],
  ])('count %s and %s apart', (first, second) => {
    expect(
      refusedBy([
        [first, 1],
        [second, 1],
      ]),
    ).toBeUndefined();
  });

  it.each(['x-new', 'nel', 'otel_span', '__proto__', 'constructor', ''])('do not measure %j', (type) => {
    expect(refusedBy(Array.from({ length: 200 }, () => [type, 300 * MIB]))).toBeUndefined();
  });

  it.each([
    ['log', LOGS, 2 * MIB],
    ['trace_metric', METRICS, MIB],
    ['span', SPANS, 10 * MIB],
  ])('hold a container of %s to 12 MiB, to an average, and to one', (type, contentType, average) => {
    const container = (bytes: number, itemCount: number): [string, number, Partial<EnvelopeItem>] => [
      type,
      bytes,
      { contentType, itemCount },
    ];

    expect(refusedBy([container(12 * MIB, 12)])).toBeUndefined();
    expect(refusedBy([container(12 * MIB + 1, 100)])).toBe(type);
    expect(refusedBy([container(average, 1)])).toBeUndefined();
    expect(refusedBy([container(average + 1, 1)])).toBe(type);
    expect(refusedBy([container(1, 1), container(1, 1)])).toBe(type);
  });

  it('round an average down', () => {
    expect(refusedBy([['log', 4 * MIB + 1, { contentType: LOGS, itemCount: 2 }]])).toBeUndefined();
    expect(refusedBy([['log', 4 * MIB + 2, { contentType: LOGS, itemCount: 2 }]])).toBe('log');
  });

  it.each([0, 1, undefined])('take an item_count of %s for one', (itemCount) => {
    expect(refusedBy([['log', 2 * MIB, { contentType: LOGS, itemCount }]])).toBeUndefined();
    expect(refusedBy([['log', 2 * MIB + 1, { contentType: LOGS, itemCount }]])).toBe('log');
  });

  it.each([LOGS, SPANS, METRICS, LOGS.toUpperCase()])('know %s for a container', (contentType) => {
    expect(refusedBy([['log', 4 * MIB, { contentType, itemCount: 2 }]])).toBeUndefined();
  });

  it.each(['application/json', `${LOGS};x`, `x${LOGS}`, 'application/vnd.sentry.items.span+json', undefined])(
    'do not know %s for one',
    (contentType) => {
      expect(refusedBy([['log', 4 * MIB, { contentType, itemCount: 2 }]])).toBe('log');
    },
  );

  it.each(['event', 'attachment', 'replay_recording', 'replay_video', 'user_report'])(
    'disbelieve the item_count of a type without containers: %s',
    (type) => {
      const bytes = refusedBy([[type, MIB + 1]]) === type ? MIB + 1 : 200 * MIB + 1;
      expect(refusedBy([[type, bytes, { contentType: LOGS, itemCount: 9 }]])).toBe(type);
    },
  );

  it.each([
    ['session', 20 * MIB],
    ['client_report', 200 * KIB],
    ['profile', 100 * MIB],
    ['check_in', 200 * KIB],
    ['statsd', 2 * MIB],
    ['metric_buckets', 2 * MIB],
  ])('hold a %s container to its total, whatever its average', (type, bytes) => {
    const fields = { contentType: LOGS, itemCount: 2 };
    expect(refusedBy([[type, bytes, fields]])).toBe(type);
    expect(refusedBy([[type, bytes / 2, fields]])).toBeUndefined();
  });

  it('count spans on their own and span containers apart', () => {
    expect(refusedBy([...times(25, 'span'), ['span', 1, { contentType: SPANS }]])).toBeUndefined();
    expect(refusedBy([['span', 1, { contentType: SPANS }], ...times(26, 'span')])).toBe('span');
  });
});

describe('createItemSizeLimits', () => {
  const limits = defineItemSizeLimits([
    { types: ['a', 'b'], maxItemBytes: 10, maxItems: 3, maxTotalBytes: 15 },
    { types: ['c'], maxItemBytes: 10, maxItems: 3, maxTotalBytes: 15 },
    { types: ['a'], maxItemBytes: 0, maxItems: 0, maxTotalBytes: 0 },
  ]);

  it('refuses an announced length at the header', () => {
    const { onItem } = createItemSizeLimits(limits);

    expect(onItem(itemOf('a', { length: 10 }), undefined)).toBeUndefined();
    expect(onItem(itemOf('a', { length: 11 }), undefined)).toEqual({ reason: 'item-too-large', type: 'a' });
  });

  it('refuses a payload without length as it grows', () => {
    const { onItem, onItemGrow } = createItemSizeLimits(limits);
    const item = itemOf('a');

    expect(onItem(item, undefined)).toBeUndefined();
    expect(onItemGrow(item, 10)).toBeUndefined();
    expect(onItemGrow(item, 11)).toEqual({ reason: 'item-too-large', type: 'a' });
  });

  it('refuses a payload without length at its end', () => {
    const { onItem, onItemEnd } = createItemSizeLimits(limits);
    const item = itemOf('b');

    expect(onItem(item, undefined)).toBeUndefined();
    expect(onItemEnd(item, 11, 0)).toEqual({ reason: 'item-too-large', type: 'b' });
  });

  it('adds up the sizes of all types that share a limit', () => {
    expect(
      refusedBy(
        [
          ['a', 10],
          ['b', 5],
        ],
        limits,
      ),
    ).toBeUndefined();
    expect(
      refusedBy(
        [
          ['a', 10],
          ['b', 6],
        ],
        limits,
      ),
    ).toBe('b');
    expect(
      refusedBy(
        [
          ['a', 10],
          ['b', 5],
          ['a', 0],
        ],
        limits,
      ),
    ).toBeUndefined();
    expect(
      refusedBy(
        [
          ['a', 10],
          ['b', 5],
          ['a', 0],
          ['b', 0],
        ],
        limits,
      ),
    ).toBe('b');
    expect(
      refusedBy(
        [
          ['a', 10],
          ['c', 10],
        ],
        limits,
      ),
    ).toBeUndefined();
  });

  it('counts a growing payload once', () => {
    const { onItem, onItemGrow, onItemEnd } = createItemSizeLimits(limits);
    const first = itemOf('a');
    const second = itemOf('b');

    expect(onItem(first, undefined)).toBeUndefined();
    for (const bytes of [1, 5, 8]) expect(onItemGrow(first, bytes)).toBeUndefined();
    expect(onItemEnd(first, 8, 0)).toBeUndefined();
    expect(onItem(second, undefined)).toBeUndefined();
    expect(onItemGrow(second, 7)).toBeUndefined();
    expect(onItemGrow(second, 8)).toEqual({ reason: 'item-too-large', type: 'b' });
  });

  it('keeps an unknown item out of the sums', () => {
    expect(
      refusedBy(
        [
          ['a', 10],
          ['x', 99],
          ['a', 5],
        ],
        limits,
      ),
    ).toBeUndefined();
  });

  it('starts from zero for each envelope', () => {
    expect(refusedBy([['a', 10]], limits)).toBeUndefined();
    expect(refusedBy([['a', 10]], limits)).toBeUndefined();
  });

  it('takes Relay’s limits when given none', () => {
    expect(createItemSizeLimits().onItem(itemOf('event', { length: MIB + 1 }), undefined)).toEqual(
      createItemSizeLimits(RELAY_LIMITS).onItem(itemOf('event', { length: MIB + 1 }), undefined),
    );
  });
});
