import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 60_000;
const POLL_MS = 100;

/**
 * Asks until the answer is truthy, and resolves to it. Throws after a minute, with the result of `describe`.
 * @param ask may throw, which counts as no
 */
export async function until(what, ask, { timeoutMs = WAIT_MS, describe = () => '' } = {}) {
  const end = Date.now() + timeoutMs;
  let failure;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > end) {
      const seen = [failure?.message, await describe()].filter(Boolean).join('; ');
      throw new Error(`not ${what} after ${timeoutMs / 1_000} s${seen && `: ${seen}`}`);
    }
    await sleep(POLL_MS);
  }
}
