import fc from 'fast-check';
import {
  buildClientReport,
  createDiscardTally,
  type DiscardTallyOptions,
  MAX_REPORT_BYTES,
  type ClientReport,
} from './client-report.ts';
import type { ItemFacts } from './item-rules.ts';
import type { DiscardKind } from './data-category.ts';
import { countItems } from '../../testing/count-items.helper.ts';

const DSN = 'key@ingest.example.com:/1';
const OTHER_DSN = 'key@ingest.example.com:/2';
const NOW = Date.UTC(2026, 6, 1, 12, 0, 0, 250);
const U32_MAX = 4_294_967_295;

const item = (type: string, facts: Partial<ItemFacts> = {}): ItemFacts => ({ type, bytes: 100, ...facts });

/** A tally that is given items. */
const createTally = (options?: DiscardTallyOptions) => {
  const tally = createDiscardTally(options);
  return {
    ...tally,
    record: (dsn: string, kind: DiscardKind, reason: string, items: readonly ItemFacts[]) =>
      tally.record(dsn, kind, reason, countItems(items, kind)),
  };
};

interface Payload {
  readonly timestamp: number;
  readonly discarded_events: readonly object[];
  readonly rate_limited_events?: readonly object[];
  readonly filtered_events?: readonly object[];
}

const parse = (envelope: Uint8Array) => {
  const [header = '', itemHeader = '', payload = '', ...rest] = new TextDecoder()
    .decode(envelope)
    .split('\n');
  expect(rest).toEqual([]);
  return {
    header: JSON.parse(header) as Record<string, unknown>,
    itemHeader: JSON.parse(itemHeader) as { type: string; length: number },
    payload: JSON.parse(payload) as Payload,
    payloadBytes: new TextEncoder().encode(payload).byteLength,
  };
};

const build = (report: ClientReport | undefined) => {
  if (report === undefined) throw new Error('no report');
  return parse(buildClientReport(report, { nowMs: NOW }));
};

describe('createDiscardTally', () => {
  it('adds up by DSN, kind, reason and category', () => {
    const tally = createTally();
    tally.record(DSN, 'discarded_events', 'queue_overflow', [item('event')]);
    tally.record(DSN, 'discarded_events', 'queue_overflow', [
      item('event'),
      item('session'),
      item('check_in'),
    ]);
    tally.record(DSN, 'discarded_events', 'cache_overflow', [item('event')]);
    tally.record(DSN, 'rate_limited_events', 'queue_overflow', [item('event')]);
    tally.record(OTHER_DSN, 'rate_limited_events', '', [item('event')]);
    expect(tally.pendingDsns()).toEqual([DSN, OTHER_DSN]);

    expect(tally.take(DSN)).toEqual([
      {
        dsn: DSN,
        discards: [
          { kind: 'discarded_events', reason: 'queue_overflow', category: 'error', quantity: 2 },
          { kind: 'discarded_events', reason: 'queue_overflow', category: 'monitor', quantity: 1 },
          { kind: 'discarded_events', reason: 'cache_overflow', category: 'error', quantity: 1 },
          { kind: 'rate_limited_events', reason: 'queue_overflow', category: 'error', quantity: 1 },
        ],
      },
    ]);
    expect(tally.take(DSN)).toEqual([]);
    expect(tally.pendingDsns()).toEqual([OTHER_DSN]);
  });

  it('counts as a relay where a limit was enforced, and as an SDK elsewhere', () => {
    const tally = createTally();
    tally.record(DSN, 'rate_limited_events', 'quota', [item('span')]);
    tally.record(DSN, 'discarded_events', 'network_error', [item('span')]);
    const { payload } = build(tally.take(DSN)[0]);
    expect(payload.rate_limited_events).toEqual([
      { reason: 'quota', category: 'span', quantity: 1 },
      { reason: 'quota', category: 'span_indexed', quantity: 1 },
    ]);
    expect(payload.discarded_events).toEqual([{ reason: 'network_error', category: 'span', quantity: 1 }]);
  });

  it('says nothing about client reports, sessions and unknown items', () => {
    const tally = createTally();
    tally.record(DSN, 'discarded_events', 'send_error', [
      item('client_report'),
      item('session'),
      item('sessions'),
      item('nel'),
      item('never_seen'),
    ]);
    expect(tally.pendingDsns()).toEqual([]);
    // Control.
    tally.record(DSN, 'discarded_events', 'send_error', [item('client_report'), item('log')]);
    expect(tally.pendingDsns()).toEqual([DSN]);
  });

  it('drains all DSNs', () => {
    const tally = createTally();
    tally.record(DSN, 'discarded_events', 'a', [item('event')]);
    tally.record(OTHER_DSN, 'discarded_events', 'b', [item('event')]);
    expect(tally.drain().map(({ dsn, discards }) => [dsn, discards[0]?.reason])).toEqual([
      [DSN, 'a'],
      [OTHER_DSN, 'b'],
    ]);
    expect(tally.drain()).toEqual([]);
  });

  it('merges back what could not be sent', () => {
    const tally = createTally();
    tally.record(DSN, 'discarded_events', 'a', [item('event'), item('log')]);
    const [report] = tally.take(DSN);
    tally.record(DSN, 'discarded_events', 'a', [item('event')]);
    tally.restore(report!);
    expect(build(tally.take(DSN)[0]).payload.discarded_events).toEqual([
      { reason: 'a', category: 'error', quantity: 2 },
      { reason: 'a', category: 'log_byte', quantity: 100 },
      { reason: 'a', category: 'log_item', quantity: 1 },
    ]);
  });

  it('keeps two tallies apart', () => {
    const [first, second] = [createTally(), createTally()];
    first.record(DSN, 'discarded_events', 'a', [item('event')]);
    expect(second.pendingDsns()).toEqual([]);
  });

  it.each([
    ['x'.repeat(300), 'x'.repeat(200)],
    ['naïve\n', 'na?ve?'],
    ['', ''],
    ['generic', 'generic'],
  ])('accepts as a reason only what ingest accepts: %j', (reason, expected) => {
    const tally = createTally();
    tally.record(DSN, 'rate_limited_events', reason, [item('event')]);
    expect(tally.take(DSN)[0]?.discards[0]?.reason).toBe(expected);
  });

  it('leaves to the next report what a field of 32 bits cannot hold', () => {
    const tally = createTally();
    const huge = item('attachment', { bytes: 3_000_000_000 });
    for (let times = 0; times < 3; times += 1) tally.record(DSN, 'discarded_events', 'a', [huge]);
    const taken = [tally.take(DSN), tally.take(DSN), tally.take(DSN), tally.take(DSN)];
    expect(
      taken.map((reports) => reports[0]?.discards.map(({ category, quantity }) => [category, quantity])),
    ).toEqual([
      [
        ['attachment', U32_MAX],
        ['attachment_item', 3],
      ],
      [['attachment', U32_MAX]],
      [['attachment', 9_000_000_000 - 2 * U32_MAX]],
      undefined,
    ]);
  });

  it('reports a quantity that just fits in one piece', () => {
    const tally = createTally();
    tally.record(DSN, 'discarded_events', 'a', [item('attachment', { bytes: U32_MAX })]);
    expect(tally.take(DSN)[0]?.discards[0]?.quantity).toBe(U32_MAX);
    expect(tally.pendingDsns()).toEqual([]);
  });

  it('gives up reasons before it grows beyond its bound, but counts on', () => {
    const tally = createTally({ maxEntriesPerDsn: 3 });
    for (const reason of ['a', 'b', 'c', 'd', 'e', 'a']) {
      tally.record(DSN, 'rate_limited_events', reason, [item('event')]);
    }
    tally.record(DSN, 'rate_limited_events', 'f', [item('check_in')]);
    tally.record(OTHER_DSN, 'rate_limited_events', 'd', [item('event')]);
    expect(build(tally.take(DSN)[0]).payload.rate_limited_events).toEqual([
      { reason: 'a', category: 'error', quantity: 2 },
      { reason: 'b', category: 'error', quantity: 1 },
      { reason: 'c', category: 'error', quantity: 1 },
      { reason: 'generic', category: 'error', quantity: 2 },
      { reason: 'generic', category: 'monitor', quantity: 1 },
    ]);
    expect(tally.take(OTHER_DSN)[0]?.discards[0]?.reason).toBe('d');
  });

  it('holds no more than its default bound', () => {
    const tally = createTally();
    for (let index = 0; index < 2_000; index += 1) {
      tally.record(DSN, 'rate_limited_events', `reason ${index}`, [item('event')]);
    }
    const discards = tally.take(DSN).flatMap((report) => report.discards);
    expect(discards).toHaveLength(501);
    expect(discards.at(-1)).toEqual({
      kind: 'rate_limited_events',
      reason: 'generic',
      category: 'error',
      quantity: 1_500,
    });
  });

  it('loses nothing and repeats nothing, however drops, takings and failures alternate', () => {
    const kinds = fc.constantFrom<DiscardKind>('discarded_events', 'rate_limited_events', 'filtered_events');
    const step = fc.oneof(
      fc.record({
        do: fc.constant('record' as const),
        dsn: fc.constantFrom(DSN, OTHER_DSN),
        kind: kinds,
        reason: fc.constantFrom('a', 'b', 'c'),
        type: fc.constantFrom('event', 'check_in', 'client_report', 'feedback'),
      }),
      fc.record({
        do: fc.constantFrom('take' as const, 'fail' as const),
        dsn: fc.constantFrom(DSN, OTHER_DSN),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const tally = createTally({ maxEntriesPerDsn: 4 });
        const expected = steps.filter((it) => it.do === 'record' && it.type !== 'client_report').length;
        let sent = 0;
        const send = (report: ClientReport): void => {
          sent += report.discards.reduce((sum, { quantity }) => sum + quantity, 0);
        };
        for (const it of steps) {
          if (it.do === 'record') tally.record(it.dsn, it.kind, it.reason, [item(it.type)]);
          else tally.take(it.dsn).forEach(it.do === 'take' ? send : tally.restore);
        }
        tally.drain().forEach(send);
        expect(sent).toBe(expected);
      }),
    );
  });
});

describe('buildClientReport', () => {
  const report: ClientReport = {
    dsn: DSN,
    discards: [
      { kind: 'discarded_events', reason: 'network_error', category: 'error', quantity: 2 },
      { kind: 'rate_limited_events', reason: '', category: 'attachment', quantity: 100 },
      { kind: 'filtered_events', reason: 'localhost', category: 'error', quantity: 1 },
    ],
  };

  it('writes one item of explicit length, and the time', () => {
    expect(build(report)).toEqual({
      header: { sent_at: '2026-07-01T12:00:00.250Z' },
      itemHeader: { type: 'client_report', length: expect.any(Number) as number },
      payload: {
        timestamp: NOW / 1_000,
        discarded_events: [{ reason: 'network_error', category: 'error', quantity: 2 }],
        rate_limited_events: [{ reason: '', category: 'attachment', quantity: 100 }],
        filtered_events: [{ reason: 'localhost', category: 'error', quantity: 1 }],
      },
      payloadBytes: build(report).itemHeader.length,
    });
  });

  it('names the DSN where it is told to', () => {
    const dsn = 'https://key@ingest.example.com/1';
    expect(parse(buildClientReport(report, { nowMs: NOW, dsn })).header).toEqual({
      dsn,
      sent_at: '2026-07-01T12:00:00.250Z',
    });
  });

  it('writes the required list even when it is empty, and no other', () => {
    const { payload } = build({ dsn: DSN, discards: report.discards.slice(1, 2) });
    expect(Object.keys(payload)).toEqual(['timestamp', 'discarded_events', 'rate_limited_events']);
    expect(payload.discarded_events).toEqual([]);
    expect(Object.keys(build({ dsn: DSN, discards: report.discards.slice(0, 1) }).payload)).toEqual([
      'timestamp',
      'discarded_events',
    ]);
  });

  it('counts the length in bytes, whatever a reason is made of', () => {
    const discards = [{ ...report.discards[0]!, reason: 'ä"\\\n' }];
    const { itemHeader, payload, payloadBytes } = build({ dsn: DSN, discards });
    expect(itemHeader.length).toBe(payloadBytes);
    expect(payload.discarded_events).toEqual([{ reason: 'ä"\\\n', category: 'error', quantity: 2 }]);
  });

  it('keeps each report of a full tally within the size every Relay takes, and uses it', () => {
    const tally = createTally();
    for (let index = 0; index < 500; index += 1) {
      const kind = index % 2 === 0 ? 'discarded_events' : 'rate_limited_events';
      tally.record(DSN, kind, `${index}${'"'.repeat(200)}`, [item('event')]);
    }
    const sizes = tally.take(DSN).map((it) => build(it).payloadBytes);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
    expect(MAX_REPORT_BYTES).toBeLessThanOrEqual(4_096);
    // All but the last have no room for another entry.
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(MAX_REPORT_BYTES - 700);
  });

  it('keeps to that size and loses no entry, whatever the reasons', () => {
    const reasons = fc.uniqueArray(
      fc
        .tuple(fc.nat(), fc.integer({ min: 0, max: 190 }))
        .map(([id, length]) => `${id}${'"'.repeat(length)}`),
      { minLength: 30, maxLength: 80 },
    );
    fc.assert(
      fc.property(reasons, (all) => {
        const tally = createTally();
        for (const reason of all) tally.record(DSN, 'filtered_events', reason, [item('event')]);
        const payloads = tally.take(DSN).map(build);
        for (const { payloadBytes } of payloads) expect(payloadBytes).toBeLessThanOrEqual(MAX_REPORT_BYTES);
        expect(payloads.flatMap(({ payload }) => payload.filtered_events ?? [])).toEqual(
          all.map((reason) => ({ reason, category: 'error', quantity: 1 })),
        );
      }),
    );
  });

  it('writes a single short report for a usual minute', () => {
    const tally = createTally();
    tally.record(DSN, 'rate_limited_events', 'quota', [item('transaction'), item('log'), item('attachment')]);
    expect(tally.take(DSN)).toHaveLength(1);
  });
});
