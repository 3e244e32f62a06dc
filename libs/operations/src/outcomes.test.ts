import type { Outcome, OutcomeDetail, StoredOutcome } from '@adit/tunnel';
import { entryOf } from '../testing/reports.helper.ts';
import {
  createOutcomeRing,
  createOutcomeSampler,
  MAX_KINDS,
  MAX_OTHERS_PER_S,
  MAX_SUCCESSES_PER_S,
  RING_LENGTH,
  toEntry,
} from './outcomes.ts';

const idOf = (number: number): string => number.toString(16).padStart(32, '0');

describe('createOutcomeSampler', () => {
  it('admits ten successes and a hundred others a second, and counts what it skips', () => {
    let now = 0;
    const sampler = createOutcomeSampler(() => now);
    const admitted = (isSuccess: boolean): number =>
      Array.from({ length: 500 }, () => sampler.admits(isSuccess)).filter(Boolean).length;

    expect([admitted(true), admitted(false)]).toEqual([MAX_SUCCESSES_PER_S, MAX_OTHERS_PER_S]);
    now = 999;
    expect(admitted(false)).toBe(0);
    now = 1_000;
    expect(admitted(false)).toBe(MAX_OTHERS_PER_S);
    expect(sampler.take().skipped).toBe(2_000 - MAX_SUCCESSES_PER_S - 2 * MAX_OTHERS_PER_S);
  });

  it('keeps a bounded number until they are taken, and hands each out once', () => {
    const sampler = createOutcomeSampler(() => 0);
    for (let at = 0; at < 1_500; at += 1) sampler.add(entryOf({ at }));

    expect(sampler.take()).toMatchObject({ entries: { length: 1_000 }, skipped: 500 });
    expect(sampler.take().entries).toEqual([]);
  });
});

describe('createOutcomeRing', () => {
  it('keeps the last thousand, and finds those of an event', () => {
    const ring = createOutcomeRing();
    for (let at = 0; at < 1_500; at += 1) ring.add([entryOf({ at, eventId: idOf(at % 2) })]);

    // And the first of its kind.
    expect(ring.newest()).toHaveLength(RING_LENGTH + 1);
    expect(ring.newest().at(-1)?.at).toBe(0);
    expect(ring.since()).toBe(500);
    expect(ring.newest({ limit: 2 }).map(({ at }) => at)).toEqual([1_499, 1_498]);
    expect(ring.newest({ eventId: idOf(0), limit: 2 }).map(({ at }) => at)).toEqual([1_498, 1_496]);
  });
});

describe('createOutcomeRing, in a flood', () => {
  it('keeps the first of each kind, so that it can be said how it began', () => {
    const ring = createOutcomeRing(2);
    expect(ring.since()).toBeNull();
    ring.add([
      entryOf({ at: 1, outcome: 'spooled', reason: 'unreachable' }),
      entryOf({ at: 2, status: 403 }),
    ]);
    for (let at = 3; at < 9; at += 1) ring.add([entryOf({ at, outcome: 'spooled', reason: 'outage' })]);

    expect(ring.newest().map(({ at }) => at)).toEqual([8, 7, 3, 2, 1]);
    expect(ring.since()).toBe(7);
  });

  it('keeps those of a hundred kinds at most', () => {
    const ring = createOutcomeRing(1);
    for (let status = 0; status < 500; status += 1) ring.add([entryOf({ status })]);
    expect(ring.newest()).toHaveLength(MAX_KINDS + 1);
  });
});

const DETAIL: OutcomeDetail = {
  eventId: undefined,
  project: 'a.example/1',
  sdk: 'sentry.javascript.browser',
  itemTypes: ['event'],
  bytes: 9,
  durationMs: 1.26,
  limited: [],
  filtered: [],
};

const entryFrom = (outcome: Outcome | StoredOutcome, detail: Partial<OutcomeDetail> = {}) =>
  toEntry(outcome, { ...DETAIL, ...detail }, { worker: 2, now: () => 1_000, spoolMaxAgeMs: 60_000 });

describe('toEntry', () => {
  it('notes when, where and what', () => {
    const eventId = '9ec79c33ec9942ab8353589fcb2e04dc';
    expect(entryFrom({ kind: 'forwarded', status: 200, bytes: 9, durationMs: 1 }, { eventId })).toEqual({
      at: 1_000,
      worker: 2,
      outcome: 'forwarded',
      reason: undefined,
      lost: undefined,
      status: 200,
      eventId,
      project: 'a.example/1',
      sdk: 'sentry.javascript.browser',
      itemTypes: ['event'],
      bytes: 9,
      durationMs: 1.3,
      heldMs: undefined,
      keptUntil: undefined,
      limited: [],
      filtered: [],
    });
  });

  it('says why an envelope was stored, and until when it is kept', () => {
    expect(entryFrom({ kind: 'spooled', status: 200, cause: 'unreachable', bytes: 1 })).toMatchObject({
      outcome: 'spooled',
      reason: 'unreachable',
      lost: undefined,
      status: 200,
      eventId: undefined,
      keptUntil: 61_000,
    });
  });

  it('says why an envelope was refused', () => {
    expect(entryFrom({ kind: 'refused', status: 429, reason: 'rate-limited', detail: '' })).toMatchObject({
      reason: 'rate-limited',
      lost: undefined,
      status: 429,
      keptUntil: undefined,
    });
  });

  it('says how long a delivered envelope was stored', () => {
    expect(entryFrom({ kind: 'redelivered', status: 413, heldMs: 2_000.4 })).toMatchObject({
      reason: undefined,
      lost: undefined,
      status: 413,
      heldMs: 2_000,
    });
  });

  it.each([
    ['expired', 'expired'],
    ['refused', 'refused'],
    // Decisions of an operator or of ingest are not losses.
    ['dropped', undefined],
  ] as const)('says of an envelope that was given up as %s that its loss is %j', (cause, lost) => {
    expect(entryFrom({ kind: 'given-up', cause, status: 403, heldMs: 10 })).toMatchObject({
      reason: cause,
      lost,
      status: 403,
      heldMs: 10,
    });
  });
});
