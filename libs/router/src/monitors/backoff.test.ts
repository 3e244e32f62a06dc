import { backoffMs } from './backoff.ts';

describe('backoffMs', () => {
  it('doubles for each failure, within 20 % to either side', () => {
    const wait = (failures: number, share: number): number =>
      backoffMs(failures, { baseMs: 100, maxMs: 300, random: () => share });
    expect([wait(0, 0), wait(0, 0.5), wait(1, 0.5), wait(2, 0.5), wait(2, 0)]).toEqual([
      80, 100, 200, 300, 240,
    ]);
  });

  it('waits no longer than a timer takes, which would fire at once', () => {
    const longest = { baseMs: 2_147_483_647, maxMs: 2_147_483_647, random: () => 0.999 };
    expect(backoffMs(0, longest)).toBe(2_147_483_647);
  });
});
