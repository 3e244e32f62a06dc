import { expect as base } from '@playwright/test';

/** Milliseconds between two checks of a poll. The last one repeats. Playwright's own intervals grow to a second. */
const INTERVALS = [20, 50, 100, 100, 250];

const poll: typeof base.poll = (actual, options) =>
  base.poll(actual, {
    intervals: INTERVALS,
    ...(typeof options === 'string' ? { message: options } : options),
  });

/** Playwright's expect with polls that check more often. */
export const expect: typeof base = new Proxy(base, {
  get: (target, name) => (name === 'poll' ? poll : (Reflect.get(target, name) as unknown)),
});
