import { createOutcomeRing, MAX_KINDS, RING_LENGTH } from './outcome-ring.ts';
import { createForwardTrail } from './forward-trail.ts';
import { createOutcomeSampler, MAX_OTHERS_PER_S, MAX_SUCCESSES_PER_S } from './outcome-sampler.ts';
import { createHistory } from './history.ts';
import { entryOf } from '../../testing/operations/reports.contract.ts';

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

describe('createForwardTrail', () => {
  it('finds forwards by their event id, the newest first, until others take their place', () => {
    let now = 0;
    const trail = createForwardTrail(() => (now += 1), 4);
    trail.add(idOf(1), 200);
    trail.add(idOf(2), 413);
    trail.add(idOf(1), 429);

    expect(trail.find(idOf(1))).toEqual([
      { at: 3, status: 429 },
      { at: 1, status: 200 },
    ]);
    trail.add(idOf(3), 200);
    trail.add(idOf(4), 200);
    expect(trail.find(idOf(1))).toEqual([{ at: 3, status: 429 }]);
    expect([trail.find(idOf(9)), trail.find('x'), trail.find(idOf(0))]).toEqual([[], [], []]);
  });

  it('does not take the end of one id and the beginning of the next for an id', () => {
    const trail = createForwardTrail(() => 1, 4);
    trail.add('0'.repeat(16) + 'a'.repeat(16), 200);
    trail.add('b'.repeat(16) + '0'.repeat(16), 200);

    expect(trail.find('a'.repeat(16) + 'b'.repeat(16))).toEqual([]);
  });
});

describe('createHistory', () => {
  it('keeps the last points, the oldest first', () => {
    const history = createHistory(['a', 'b'], 3);
    expect(history.read()).toEqual({ a: [], b: [] });
    for (let value = 1; value <= 5; value += 1) history.add({ a: value });

    expect(history.read()).toEqual({ a: [3, 4, 5], b: [0, 0, 0] });
  });
});
