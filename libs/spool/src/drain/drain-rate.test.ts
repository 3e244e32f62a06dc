import { createFakeClock } from '@adit/testing';
import { createDrainRate } from './drain-rate.ts';

/** A rate after some seconds, each with this number of deliveries. */
async function after(...seconds: readonly number[]) {
  const clock = createFakeClock();
  const rate = createDrainRate(clock);
  for (const count of seconds) {
    for (let index = 0; index < count; index += 1) rate.note();
    await clock.advance(1_000);
  }
  return { clock, rate };
}

describe('createDrainRate', () => {
  it('is 0 before the first delivery', async () => {
    expect((await after()).rate.perSecond()).toBe(0);
  });

  it('is the rate since the first delivery, if that is not long ago', async () => {
    expect((await after(0, 0, 0, 100, 300)).rate.perSecond()).toBe(200);
    expect((await after(5)).rate.perSecond()).toBe(5);
  });

  it('is that of the last half minute, and 0 when nothing was delivered in it', async () => {
    const { clock, rate } = await after(
      ...Array.from({ length: 60 }, (_, second) => (second < 30 ? 10 : 20)),
    );
    expect(rate.perSecond()).toBe(20);
    await clock.advance(15_000);
    expect(rate.perSecond()).toBeCloseTo(10, 0);
    await clock.advance(16_000);
    expect(rate.perSecond()).toBe(0);
  });
});
