import { countShortLives, restartDelayMs } from './restart-delay.ts';

describe('restartDelayMs', () => {
  it('doubles from half a second to half a minute', () => {
    expect([0, 1, 2, 3, 6, 7, 50].map(restartDelayMs)).toEqual([
      0, 500, 1_000, 2_000, 16_000, 30_000, 30_000,
    ]);
  });
});

describe('countShortLives', () => {
  it('counts lifetimes below a minute, and starts again after a longer one', () => {
    expect([countShortLives(0, 10), countShortLives(3, 59_999), countShortLives(3, 60_000)]).toEqual([
      1, 4, 0,
    ]);
  });
});
