import { createFakeClock, type FakeClock } from '@adit/testing';
import type { Clock } from './clock.ts';
import { createStallTimer, type StallTimer } from './stall-timer.ts';

describe('createStallTimer', () => {
  let clock: FakeClock;
  let expired: number[];
  const start = (timeoutMs = 100, on: Clock = clock): StallTimer =>
    createStallTimer(on, timeoutMs, () => expired.push(on.now()));
  beforeEach(() => {
    clock = createFakeClock();
    expired = [];
  });

  it('expires when a turn takes all its time', async () => {
    start().run();
    await clock.advance(99);
    expect(expired).toEqual([]);
    await clock.advance(1);
    expect(expired).toEqual([100]);
  });

  it('gives each turn its whole time, and measures nothing between turns', async () => {
    const watch = start();
    for (let turn = 0; turn < 3; turn += 1) {
      watch.run();
      await clock.advance(60);
      watch.pause();
      await clock.advance(1_000);
    }
    expect(expired).toEqual([]);
    watch.run();
    await clock.advance(100);
    expect(expired).toEqual([3 * 1_060 + 100]);
  });

  it('sets one timer for a thousand turns', () => {
    let timers = 0;
    const counting: Clock = {
      ...clock,
      setTimeout: (callback, delayMs) => {
        timers += 1;
        return clock.setTimeout(callback, delayMs);
      },
    };
    const watch = start(100, counting);
    for (let turn = 0; turn < 1_000; turn += 1) {
      watch.run();
      watch.pause();
    }
    expect([timers, clock.pending]).toEqual([1, 1]);
  });

  it('starts again with the next turn although the previous one is not over', async () => {
    const watch = start();
    watch.run();
    await clock.advance(50);
    watch.run();
    await clock.advance(99);
    expect(expired).toEqual([]);
    await clock.advance(1);
    expect(expired).toEqual([150]);
  });

  it.each([
    ['shorter', 30],
    ['longer', 300],
  ])('allows a turn a %s time of its own', async (_how, allowedMs) => {
    const watch = start();
    watch.run();
    watch.run(allowedMs);
    await clock.advance(allowedMs - 1);
    expect(expired).toEqual([]);
    await clock.advance(1);
    expect(expired).toEqual([allowedMs]);
  });

  it('measures nothing once it is disposed of', async () => {
    const watch = start();
    watch.run();
    watch.dispose();
    watch.run();
    await clock.advance(1_000);
    expect([expired, clock.pending]).toEqual([[], 0]);
  });

  it.each([86_400_000, -86_400_000])('measures the same if the wall clock is set by %d ms', async (byMs) => {
    const watch = start();
    watch.run();
    await clock.advance(50);
    watch.run();
    clock.setWall(byMs);
    await clock.advance(99);
    expect(expired).toEqual([]);
    await clock.advance(1);
    expect(expired).toHaveLength(1);
  });

  it('expires at once by a wall clock that is set forward (control)', async () => {
    const watch = start(100, { ...clock, monotonicNow: clock.now });
    watch.run();
    await clock.advance(50);
    watch.run();
    clock.setWall(86_400_000);
    await clock.advance(50);
    expect(expired).toHaveLength(1);
  });
});
