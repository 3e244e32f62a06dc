import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks until the answer is truthy, and resolves to it.
 * @param what completes the message of the error: `not … after 60 s`
 * @param ask may throw, which counts as no
 * @throws Error when the time is over, with the last failure of `ask` and the result of `describe`
 */
export async function until(what, ask, { timeoutMs = 60_000, pollMs = 100, describe = () => '' } = {}) {
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
    await sleep(pollMs);
  }
}
