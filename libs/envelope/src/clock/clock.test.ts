import { setIdleTimeout } from './clock.ts';
import { SYSTEM_CLOCK } from './system-clock.ts';

it("is the runtime's clock, and its idle timers keep no process alive", () => {
  expect(Math.abs(SYSTEM_CLOCK.now() - Date.now())).toBeLessThan(60_000);
  expect(SYSTEM_CLOCK.monotonicNow()).toBeLessThanOrEqual(SYSTEM_CLOCK.monotonicNow());
  const timer = setIdleTimeout(SYSTEM_CLOCK, () => undefined, 1_000_000) as NodeJS.Timeout;
  expect(timer.hasRef()).toBe(false);
  SYSTEM_CLOCK.clearTimeout(timer);
});

it.each([undefined, 1])('takes timers without unref, as browsers have them: %s', (handle) => {
  const clock = { ...SYSTEM_CLOCK, setTimeout: () => handle };
  expect(setIdleTimeout(clock, () => undefined, 1)).toBe(handle);
});
