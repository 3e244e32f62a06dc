import type { Clock } from '../clock/clock.ts';

/** Something that was handed in did not answer in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Waits for what was handed in, but not for ever. What comes later is ignored.
 * @param what names the call in the error
 * @throws what the work throws or rejects with, or DeadlineError after so many milliseconds
 */
export function withDeadline<T>(
  clock: Clock,
  deadlineMs: number,
  what: string,
  work: () => T | PromiseLike<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => {
      reject(new DeadlineError(`${what} did not answer within ${deadlineMs} ms`));
    }, deadlineMs);
    new Promise<T>((settle) => {
      // An executor that throws rejects.
      settle(work());
    })
      .then(resolve, reject)
      .finally(() => {
        clock.clearTimeout(timer);
      });
  });
}
