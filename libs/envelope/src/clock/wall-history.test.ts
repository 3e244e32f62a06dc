import { createFakeClock } from '@adit/testing';
import fc from 'fast-check';
import { createWallHistory } from './wall-history.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 2);

describe('createWallHistory', () => {
  it('shows the wall clock', () => {
    const clock = createFakeClock({ now: NOW });
    const wall = createWallHistory(clock);
    clock.setWall(DAY_MS);
    expect(wall.now()).toBe(NOW + DAY_MS);
  });

  it.each([DAY_MS, -DAY_MS])('tells ages across a setting of the clock by %d ms', async (byMs) => {
    const clock = createFakeClock({ now: NOW });
    const wall = createWallHistory(clock);
    const before = wall.now();
    await clock.advance(2 * DAY_MS);
    clock.setWall(byMs);
    const after = wall.now();
    await clock.advance(60_000);
    expect([wall.ageOf(before), wall.ageOf(after)]).toEqual([2 * DAY_MS + 60_000, 60_000]);
    // A date that a former process wrote.
    expect(wall.ageOf(before - 5_000)).toBe(2 * DAY_MS + 65_000);
  });

  it('takes a slow drift for no setting', async () => {
    const clock = createFakeClock({ now: NOW });
    const wall = createWallHistory(clock);
    const written = wall.now();
    clock.setWall(900);
    expect(wall.ageOf(written)).toBe(0);
    await clock.advance(10_000);
    expect(wall.ageOf(written)).toBe(10_000);
  });

  it('gives a date that lies ahead no age', () => {
    const clock = createFakeClock({ now: NOW });
    expect(createWallHistory(clock).ageOf(NOW + DAY_MS)).toBe(0);
  });

  it('makes nothing older than it is, however often and far the clock is set', async () => {
    const step = fc.record({
      advanceMs: fc.integer({ min: 0, max: 3 * DAY_MS }),
      setMs: fc.oneof(fc.constant(0), fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const clock = createFakeClock({ now: NOW });
        const wall = createWallHistory(clock);
        const written: { date: number; at: number }[] = [];
        for (const { advanceMs, setMs } of steps) {
          written.push({ date: wall.now(), at: clock.monotonicNow() });
          await clock.advance(advanceMs);
          clock.setWall(setMs);
          for (const { date, at } of written) {
            expect(wall.ageOf(date)).toBeLessThanOrEqual(clock.monotonicNow() - at + 1_000);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
