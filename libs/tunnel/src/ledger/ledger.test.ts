import { NOTHING_KNOWN, type OutcomeDetail } from '../outcome/outcome-detail.ts';
import { refusal } from '../outcome/outcomes.ts';
import { addUp } from './add-up.ts';
import { countOf } from './durations.ts';
import {
  addEnded,
  createLedger,
  ledgerSince,
  mergeLedgers,
  recordDropped,
  recordOutcome,
  recordStored,
  type Ledger,
  type OpenLedger,
} from './ledger.ts';
import { addFates, recordReport, type RecordedReport } from './recorded.ts';
import { createReleases } from './releases.ts';

const PROJECT = 'o450.ingest.sentry.io/4509';
const detail = (more: Partial<OutcomeDetail> = {}): OutcomeDetail => ({
  ...NOTHING_KNOWN,
  method: 'POST',
  endpoint: 'tunnel',
  project: PROJECT,
  durationMs: 20,
  ...more,
});
const FORWARDED = { kind: 'forwarded', status: 200, bytes: 10, durationMs: 7 } as const;

describe('a ledger', () => {
  it('counts a forward, for its project too, with its durations', () => {
    const ledger = createLedger();
    recordOutcome(ledger, FORWARDED, detail());

    expect(ledger).toMatchObject({
      forwarded: 1,
      forwardedBytes: 10,
      projects: { [PROJECT]: { forwarded: 1, refused: 0 } },
    });
    expect(ledger.requests['POST tunnel 200']).toEqual({ counts: bucket(2), sum: 0.02 });
    expect(ledger.answers[PROJECT]?.['200']).toEqual({ counts: bucket(1), sum: 0.007 });
  });

  it('counts a refusal by its reason, and a method that is none as _OTHER', () => {
    const ledger = createLedger();
    recordOutcome(
      ledger,
      refusal('method-not-allowed'),
      detail({ method: 'BREW', endpoint: undefined, project: undefined }),
    );
    expect(ledger.refused['method-not-allowed']).toBe(1);
    expect(Object.keys(ledger.requests)).toEqual(['_OTHER undefined 405']);
    expect(ledger.projects).toEqual({});
  });

  it('counts what is lost once, by reason and project', () => {
    const ledger = createLedger();
    recordOutcome(ledger, { kind: 'unreachable', status: 502, detail: '', durationMs: 1 }, detail());
    recordStored(ledger, { kind: 'given-up', cause: 'expired', heldMs: 1 }, detail());
    recordStored(ledger, { kind: 'given-up', cause: 'dropped', heldMs: 1 }, detail());

    expect(ledger).toMatchObject({ unreachable: 1, givenUp: { expired: 1, dropped: 1 } });
    expect(ledger.lost).toMatchObject({ unreachable: 1, expired: 1 });
    expect(ledger.projects[PROJECT]).toMatchObject({ lost: 2, forwarded: 0 });
    expect(Object.keys(ledger.answers[PROJECT] ?? {})).toEqual(['unreachable']);
  });

  it('counts an aborted request without an answer of ingest', () => {
    const ledger = createLedger();
    recordOutcome(ledger, { kind: 'aborted', status: 400, detail: '' }, detail());
    expect([ledger.aborted, Object.keys(ledger.requests), ledger.answers]).toEqual([
      1,
      ['POST tunnel aborted'],
      {},
    ]);
  });

  it('tells the answers to stored envelopes from those to requests', () => {
    const ledger = createLedger();
    recordStored(ledger, { kind: 'redelivered', status: 200, heldMs: 1 }, detail());
    expect([ledger.redelivered, ledger.answers]).toEqual([1, {}]);
    expect(countOf(ledger.redeliveries[PROJECT]?.['200'] ?? { counts: [], sum: 0 })).toBe(1);
  });

  it('adds up what was dropped by reason and category', () => {
    const { discarded } = createLedger();
    recordDropped(discarded, [
      { reason: 'network_error', category: 'error', quantity: 1 },
      { reason: 'network_error', category: 'attachment', quantity: 4_096 },
    ]);
    recordDropped(discarded, [{ reason: 'network_error', category: 'error', quantity: 2 }]);
    expect(discarded).toEqual({ network_error: { error: 3, attachment: 4_096 } });
  });

  it('takes a reason ingest words like a property of all objects for a reason, also when it is merged', () => {
    const ledger = createLedger();
    recordDropped(ledger.discarded, [{ reason: '__proto__', category: 'constructor', quantity: 1 }]);
    const merged = mergeLedgers([ledger, JSON.parse(JSON.stringify(ledger)) as Ledger]);

    expect(Object.entries(merged.discarded)).toEqual([['__proto__', { constructor: 2 }]]);
    expect(Object.prototype).not.toHaveProperty('constructor', 1);
  });

  it('counts 100 reasons apart, and what comes after as generic', () => {
    const { discarded } = createLedger();
    for (let n = 0; n < 1_000; n += 1) {
      recordDropped(discarded, [{ reason: `quota ${n}`, category: 'error', quantity: 1 }]);
    }
    expect(Object.keys(discarded)).toHaveLength(101);
    expect([discarded['quota 99'], discarded['generic']]).toEqual([{ error: 1 }, { error: 900 }]);
  });
});

/** The report of a page with one item. */
const reportOf = (release: string): RecordedReport => ({
  ...{ release, earlierRelease: release, received: 1, isHidden: false, items: {}, hidden: addFates([]) },
});

/** A histogram with one value in a bucket. */
const bucket = (at: number): readonly number[] =>
  Array.from({ length: 15 }, (_, index) => Number(index === at));

describe('ledgers of several processes', () => {
  const counted = (times: number): Ledger => {
    const ledger = createLedger();
    // Half a second, because sums of it are exact.
    const forwarded = { ...FORWARDED, durationMs: 500 };
    for (let n = 0; n < times; n += 1) recordOutcome(ledger, forwarded, detail({ durationMs: 500 }));
    return ledger;
  };

  it('add up when one has ended, with at most 20 releases, the newest of them, and the rest as other', () => {
    let past = createLedger() as Ledger;
    for (let n = 0; n < 100; n += 1) {
      const ended = counted(1) as OpenLedger;
      for (const release of ['real', `made-up@${n}`])
        recordReport(ended.recorded, reportOf(release), 'chrome', createReleases());
      past = addEnded(past, ended);
    }
    expect([past.forwarded, past.recorded['real']?.chrome?.received.shown]).toEqual([100, 100]);
    expect(Object.keys(past.recorded)).toHaveLength(21);
    expect(past.recorded['other']?.chrome?.received.shown).toBe(100 - 19);
    expect(Object.keys(past.recorded).slice(0, 3)).toEqual(['real', 'made-up@99', 'made-up@98']);
  });

  it('add up, and change neither', () => {
    const [one, other] = [counted(2), counted(3)];
    expect(mergeLedgers([one, other])).toEqual(counted(5));
    expect([one, other]).toEqual([counted(2), counted(3)]);
  });

  it('add up to zeros if there are none', () => {
    expect(mergeLedgers([])).toEqual(createLedger());
  });

  it('add up with any tree of numbers: what one lacks is 0 there, what all lack is missing', () => {
    const all = [{ a: 1, by: { x: 1 } }, { a: 2, by: { y: 2 }, ms: [1, 2] }, {}];
    expect(addUp<object>(all, { none: 0 })).toEqual({ none: 0, a: 3, by: { x: 1, y: 2 }, ms: [1, 2] });
    expect(addUp([])).toEqual({});
  });

  it('tell what was counted between two readings', () => {
    expect(ledgerSince(counted(5), counted(2))).toEqual(counted(3));
  });

  it('tell zeros, not less, if a process has begun anew', () => {
    const since = ledgerSince(counted(1), counted(2));
    expect([since.forwarded, since.answers[PROJECT]?.['200']?.counts]).toEqual([0, bucket(-1)]);
  });
});
