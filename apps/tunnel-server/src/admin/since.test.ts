import { projectOf, stateOf, workerOf } from '../../testing/states.contract.ts';
import { createSince } from './since.ts';

const lost = (total: number) => ({ total, byReason: {}, lastAt: null });

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

  it('says when a part of the server failed last', () => {
    const since = createSince();
    const { counts } = stateOf();
    const lastAt = (at: number, clock: number) =>
      since(stateOf({ at, counts: { ...counts, faults: { clock } } })).lastFaultAt;

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
