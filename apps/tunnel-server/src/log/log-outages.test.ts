import type { Outcome } from '@adit/tunnel';
import { recordLog } from '../../testing/record-log.helper.ts';
import { createOutageLog } from './log-outages.ts';

const answered = (status: number): Outcome => ({ kind: 'forwarded', status, bytes: 1, durationMs: 1 });
const ANSWERED = answered(200);
const SPOOLED: Outcome = { kind: 'spooled', status: 200, bytes: 1, cause: 'timed-out' };
const UNREACHABLE: Outcome = {
  kind: 'unreachable',
  status: 502,
  detail: '',
  durationMs: 1,
  cause: Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' }),
};

function setUp({ stored = 0 } = {}) {
  let now = 0;
  const recorded = recordLog();
  const stats = {
    redelivered: 0,
    givenUp: { expired: 0, refused: 0, failing: 0, 'rate-limited': 0, dropped: 0 },
    spool: {
      envelopes: stored,
      bytes: 0,
      isOut: false,
      maxBytes: undefined,
      maxAgeMs: 0,
      isPaused: false,
      deliveredPerS: 0,
    },
  };
  let readings = 0;
  const { record, check } = createOutageLog({
    log: recorded.log,
    monotonicNow: () => now,
    stats: () => {
      readings += 1;
      return structuredClone(stats);
    },
  });
  const watch = (outcome: Outcome): void => {
    record(outcome);
    check();
  };
  /** Ingest accepts or refuses stored envelopes. */
  const deliver = (envelopes: number, dropped = 0): void => {
    stats.redelivered += envelopes;
    stats.givenUp.refused += dropped;
    stats.spool.envelopes -= envelopes + dropped;
  };
  const store = (): void => {
    stats.spool.envelopes += 1;
    record(SPOOLED);
  };
  const at = (ms: number): void => void (now = ms);
  return { ...recorded, stats, watch, record, check, deliver, store, at, readings: () => readings };
}

describe('createOutageLog', () => {
  it('logs two lines for an outage, however many envelopes fail', () => {
    const { watch, entries, at } = setUp({ stored: 1 });
    watch(ANSWERED);
    for (let ms = 0; ms < 60_000; ms += 100) {
      at(ms);
      watch(SPOOLED);
    }
    at(70_000);
    watch(ANSWERED);
    watch(ANSWERED);

    expect(entries).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: 'outage-began',
        outcome: 'spooled',
        cause: 'timed-out',
      }),
      expect.objectContaining({ level: 'info', event: 'outage-ended', durationMs: 70_000, envelopes: 600 }),
    ]);
  });

  it('reads no counts for a request: a reading copies the whole ledger', () => {
    const { record, at, readings } = setUp();
    record(SPOOLED);
    const before = readings();
    for (let ms = 0; ms < 60_000; ms += 100) {
      at(ms);
      record(ANSWERED);
    }
    expect(readings()).toBe(before);
  });

  it('logs a second outage', () => {
    const { watch, events, at } = setUp({ stored: 1 });
    watch(SPOOLED);
    at(10_000);
    watch(ANSWERED);
    watch(SPOOLED);

    expect(events()).toEqual(['outage-began', 'outage-ended', 'outage-began']);
  });

  it.each([
    [500, ['outage-began']],
    // Control: ingest has read the envelope, so it is available.
    [429, ['outage-began', 'outage-ended']],
    [200, ['outage-began', 'outage-ended']],
  ])('takes an answer of %d, ten seconds after a failure, for %j', (status, expected) => {
    const { watch, events, at } = setUp();
    watch(UNREACHABLE);
    at(10_000);
    watch(answered(status));

    expect(events()).toEqual(expected);
  });

  it('logs one outage if one project fails while another works', () => {
    const { watch, events, at } = setUp();
    for (let ms = 0; ms < 60_000; ms += 1_000) {
      at(ms);
      watch(SPOOLED);
      watch(ANSWERED);
    }

    expect(events()).toEqual(['outage-began']);
  });

  it('logs the end without a request when stored envelopes arrive, with the time of the first', () => {
    const { store, deliver, check, entries, at } = setUp();
    store();
    store();
    for (const ms of [1_000, 2_000]) {
      at(ms);
      check();
    }
    deliver(1);
    for (const ms of [3_000, 4_000]) {
      at(ms);
      check();
    }
    deliver(0, 1);
    check();
    expect(entries).toHaveLength(1);
    at(5_000);
    check();
    at(60_000);
    check();

    expect(entries.slice(1)).toEqual([
      expect.objectContaining({ level: 'info', event: 'outage-ended', durationMs: 3_000, envelopes: 2 }),
      expect.objectContaining({
        level: 'info',
        event: 'spool-delivered',
        delivered: 1,
        dropped: 1,
        durationMs: 5_000,
      }),
    ]);
  });

  it('does not end an outage while another project is out, or before anything was delivered', () => {
    const { store, check, stats, events, watch, at } = setUp();
    store();
    at(10_000);
    check();
    expect(events()).toEqual(['outage-began']);
    stats.spool.isOut = true;
    watch(ANSWERED);
    expect(events()).toEqual(['outage-began']);
    stats.spool.isOut = false;
    check();

    expect(events()).toEqual(['outage-began', 'outage-ended']);
  });

  it('logs that the envelopes of an earlier process are delivered', () => {
    const { deliver, check, entries, at } = setUp({ stored: 3 });
    check();
    deliver(2);
    check();
    expect(entries).toEqual([]);
    at(1_000);
    deliver(1);
    check();
    check();

    expect(entries).toEqual([
      expect.objectContaining({ event: 'spool-delivered', delivered: 3, dropped: 0, durationMs: 1_000 }),
    ]);
  });

  it('logs nothing if nothing fails', () => {
    const { watch, check, entries } = setUp();
    watch(ANSWERED);
    check();

    expect(entries).toEqual([]);
  });

  it.each<readonly [Outcome, string | undefined]>([
    [{ ...SPOOLED, cause: 'outage' }, 'stored envelopes cannot be delivered'],
    [UNREACHABLE, 'ECONNREFUSED: connect failed'],
    ...[500, 502, 503, 504, 507, 520, 530].map((status) => [answered(status), `status ${status}`] as const),
    [{ kind: 'timed-out', status: 504, detail: '', durationMs: 1 }, undefined],
  ])('treats %j as a failure', (outcome, cause) => {
    const { watch, entries } = setUp();
    watch(outcome);

    expect(entries).toEqual([expect.objectContaining({ event: 'outage-began' })]);
    expect(entries[0]?.cause).toBe(cause);
  });

  it.each([ANSWERED, answered(400), answered(413), answered(429)])(
    'does not treat %j as a failure',
    (outcome) => {
      const { watch, entries } = setUp();
      watch(outcome);
      watch({ kind: 'aborted', status: 400, detail: '' });

      expect(entries).toEqual([]);
    },
  );
});
