import { entryOf } from '../testing/reports.helper.ts';
import { projectOf, spoolOf, stateOf, workerOf } from '../testing/states.helper.ts';
import { createHistory, createSince } from './history.ts';

const lost = (total: number, byReason: Record<string, number> = {}) => ({
  ...stateOf().lost,
  total,
  byReason,
});

describe('createSince', () => {
  it('says since when ingest of a project is away, until it is back', () => {
    const since = createSince();
    const downSince = (at: number, isUp: boolean) =>
      since(stateOf({ at, projects: [projectOf({ isUp })] })).projects[0]?.downSince;

    expect([downSince(1, true), downSince(2, false), downSince(3, false)]).toEqual([null, 2, 2]);
    expect([downSince(4, true), downSince(5, false)]).toEqual([null, 5]);
  });

  it('says when an envelope was lost last', () => {
    const since = createSince();
    const lastAt = (at: number, total: number) => since(stateOf({ at, lost: lost(total) })).lost.lastAt;

    expect([lastAt(1, 0), lastAt(2, 3), lastAt(3, 3), lastAt(4, 4)]).toEqual([null, 2, 2, 4]);
  });

  it('says since when envelopes are being lost: a minute without a loss ends a run', () => {
    const since = createSince();
    const startOf = (at: number, total: number) => since(stateOf({ at, lost: lost(total) })).lost.since;

    expect([startOf(1, 0), startOf(2, 3), startOf(60_002, 4), startOf(120_002, 5)]).toEqual([null, 2, 2, 2]);
    expect([startOf(180_003, 5), startOf(180_004, 6)]).toEqual([2, 180_004]);
  });

  it('says when each reason was counted first and last', () => {
    const since = createSince();
    const { counts } = stateOf();
    const look = (at: number, expired: number, throttled: number) => {
      const refused = { ...counts.refused, throttled, closing: 0 };
      const state = since(stateOf({ at, lost: lost(expired, { expired }), counts: { ...counts, refused } }));
      return [state.lost.times, state.refusals.times];
    };

    expect(look(1, 0, 0)).toEqual([{}, {}]);
    look(2, 1, 0);
    look(3, 1, 5);
    look(4, 2, 5);
    expect(look(5, 2, 5)).toEqual([
      { expired: { firstAt: 2, lastAt: 4 } },
      { throttled: { firstAt: 3, lastAt: 3 } },
    ]);
  });

  it('says since when more than stray requests are refused, and envelopes rejected', () => {
    const since = createSince();
    const look = (at: number, count: number) => {
      const share = { count, of: 100, by: {}, since: null };
      const state = stateOf({
        at,
        refusals: { ...share, times: {} },
        projects: [projectOf({ rejections: share })],
      });
      const { refusals, projects } = since(state);
      return [refusals.since, projects[0]?.rejections.since];
    };

    expect([look(1, 5), look(2, 6), look(3, 9)]).toEqual([
      [null, null],
      [2, 2],
      [2, 2],
    ]);
    expect([look(4, 0), look(5, 6)]).toEqual([
      [null, null],
      [5, 5],
    ]);
  });

  it('says why ingest of a project is away, also when it is no longer asked', () => {
    const since = createSince();
    const causeOf = (isUp: boolean, ...outcomes: Parameters<typeof entryOf>[0][]) =>
      since(stateOf({ projects: [projectOf({ isUp })] }), outcomes.map(entryOf)).projects[0]?.downCause;

    expect(causeOf(false)).toBeNull();
    expect(causeOf(false, { outcome: 'spooled', reason: 'timed-out' })).toBe('timed-out');
    expect(causeOf(false, { outcome: 'spooled', reason: 'outage' }, {})).toBe('timed-out');
    expect(causeOf(false, { outcome: 'unreachable', project: undefined })).toBe('timed-out');
    expect(causeOf(false, { outcome: 'unreachable' })).toBe('unreachable');
    expect(causeOf(true)).toBeNull();
  });

  it('says since when the delivery is paused', () => {
    const since = createSince();
    const pausedSince = (at: number, isPaused: boolean) =>
      since(stateOf({ at, spool: spoolOf({ isPaused }) })).spool?.pausedSince;

    expect([pausedSince(1, false), pausedSince(2, true), pausedSince(3, true)]).toEqual([null, 2, 2]);
    expect([pausedSince(4, false), pausedSince(5, true)]).toEqual([null, 5]);
    expect(since(stateOf({ spool: null })).spool).toBeNull();
  });

  it('says when a part of the server failed last', () => {
    const since = createSince();
    const { counts } = stateOf();
    const lastAt = (at: number, count: number) =>
      since(stateOf({ at, counts: { ...counts, faults: { throttle: count } } })).lastFaultAt;

    expect([lastAt(1, 0), lastAt(2, 1), lastAt(3, 1)]).toEqual([null, 2, 2]);
  });

  it('counts how often each worker was replaced', () => {
    const since = createSince();
    const restarts = (...pids: number[]) =>
      since(stateOf({ workers: pids.map((pid, index) => workerOf({ worker: index + 1, pid })) })).workers.map(
        (worker) => worker.restarts,
      );

    expect([restarts(10, 20), restarts(10, 21), restarts(10, 21), restarts(11, 22)]).toEqual([
      [0, 0],
      [0, 1],
      [0, 1],
      [1, 2],
    ]);
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
