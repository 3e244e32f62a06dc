import { setTimeout } from 'node:timers/promises';

const POLL_MS = 2;

/** Resolves to what `look` finds, once that is neither `undefined` nor `false`. The test's own time-out ends the wait. */
export async function until<T>(look: () => T | Promise<T>): Promise<Exclude<T, false | undefined>> {
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found as Exclude<T, false | undefined>;
    await setTimeout(POLL_MS);
  }
}
