import { createFaults, type Fault } from './faults.ts';

describe('createFaults', () => {
  it('counts every failure, and tells one a minute of each part', () => {
    const told: Fault[] = [];
    let nowMs = 0;
    const faults = createFaults({ onFault: (fault) => told.push(fault), monotonicNow: () => nowMs });
    expect(faults.counts()).toEqual({});
    for (nowMs = 0; nowMs < 120_000; nowMs += 1_000) faults.report('limits', nowMs);
    faults.report('spool', 'x');
    faults.count('throttle');
    expect(faults.counts()).toEqual({ limits: 120, spool: 1, throttle: 1 });
    expect(told).toEqual([
      { part: 'limits', error: 0 },
      { part: 'limits', error: 60_000 },
      { part: 'spool', error: 'x' },
    ]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('does not mind a listener that %s', async (_how, onFault) => {
    const faults = createFaults({ onFault });
    faults.report('clock', new Error('stopped'));
    await new Promise(setImmediate);
    expect(faults.counts()).toEqual({ clock: 1 });
  });

  it.each([
    [new Error('gone'), 'gone'],
    ['secret', 'string'],
  ])('warns on the console if nobody listens: %s', (error, shown) => {
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    createFaults().report('throttle', error);
    expect(warn.mock.calls).toEqual([[`@adit/tunnel: throttle failed (${shown})`]]);
    warn.mockRestore();
  });
});
