import { expect as base } from '@playwright/test';

/** Milliseconds between the looks of a poll; the last counts for all that follow. Playwright's own reach a second. */
const INTERVALS = [20, 50, 100, 100, 250];

const poll: typeof base.poll = (actual, options) =>
  base.poll(actual, {
    intervals: INTERVALS,
    ...(typeof options === 'string' ? { message: options } : options),
  });

/** Playwright's expect, whose polls look again sooner. */
export const expect: typeof base = new Proxy(base, {
  get: (target, name) => (name === 'poll' ? poll : (Reflect.get(target, name) as unknown)),
});
