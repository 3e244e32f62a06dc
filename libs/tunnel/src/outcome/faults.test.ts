import { createFaults, type Fact, type InjectedPart } from './faults.ts';
import { NOTHING_KNOWN } from './outcome-detail.ts';

let warned: string[];

beforeEach(() => {
  warned = [];
  jest.spyOn(console, 'warn').mockImplementation((line: string) => warned.push(line));
});

afterEach(() => {
  jest.restoreAllMocks();
});

const throwing = (): never => {
  throw new Error('no');
};
const failing = [
  ['throws', throwing],
  ['rejects', () => Promise.reject(new Error('no'))],
] as const;

describe('createFaults', () => {
  it('counts every failure, and tells of each part once a minute and at the end, with their number', () => {
    const told: Fact[] = [];
    const counts: Partial<Record<InjectedPart, number>> = {};
    let nowMs = 0;
    const faults = createFaults({ counts, tell: (fact) => told.push(fact), monotonicNow: () => nowMs });
    for (nowMs = 0; nowMs < 120_000; nowMs += 1_000) faults.report('limits', nowMs);
    faults.report('spool', 'x');
    faults.flush();
    faults.flush();
    expect(counts).toEqual({ limits: 120, spool: 1 });
    expect(told).toEqual([
      { kind: 'fault', part: 'limits', error: 0, count: 1 },
      { kind: 'fault', part: 'limits', error: 60_000, count: 60 },
      { kind: 'fault', part: 'spool', error: 'x', count: 1 },
      { kind: 'fault', part: 'limits', error: 119_000, count: 59 },
    ]);
    expect(warned).toEqual([]);
  });

  it.each(failing)(
    'counts and warns of a listener that always %s, and of what it was told',
    async (_, tell) => {
      const counts: Partial<Record<InjectedPart, number>> = {};
      const faults = createFaults({ counts, tell });
      faults.report('throttle', new Error('stopped'));
      faults.tell({ kind: 'redelivered', status: 200, heldMs: 1 }, NOTHING_KNOWN);
      await new Promise(setImmediate);
      expect(counts).toEqual({ throttle: 1, tell: 2 });
      expect(warned).toEqual(['@adit/tunnel: throttle failed (stopped)', '@adit/tunnel: tell failed (no)']);
    },
  );

  it.each(failing)('tells a listener that %s on a request of its own failure', async (_, fail) => {
    const told: Fact[] = [];
    const tell = (fact: Fact): unknown => (fact.kind === 'fault' ? told.push(fact) : fail());
    createFaults({ tell }).tell({ kind: 'redelivered', status: 200, heldMs: 1 }, NOTHING_KNOWN);
    await new Promise(setImmediate);
    expect(told).toEqual([{ kind: 'fault', part: 'tell', error: new Error('no'), count: 1 }]);
    expect(warned).toEqual([]);
  });

  it('warns on the console if nobody listens, without the text of a value that is no error', () => {
    const faults = createFaults();
    faults.report('throttle', new Error('gone'));
    faults.report('spool', 'secret');
    for (const error of ['a', 'b']) faults.report('spool', error);
    faults.flush();
    expect(warned).toEqual([
      '@adit/tunnel: throttle failed (gone)',
      '@adit/tunnel: spool failed (string)',
      '@adit/tunnel: spool failed 2 times (string)',
    ]);
  });
});
