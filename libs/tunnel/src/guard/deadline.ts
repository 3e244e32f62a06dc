import type { Clock } from '@adit/envelope';

/** A part of the application did not answer in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Waits for a part of the application, up to a deadline. Later results are ignored.
 * @param what names the call in the error
 * @throws the error that the work throws or rejects with, or DeadlineError after this many milliseconds
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
      // An executor that throws rejects the promise.
      settle(work());
    })
      .then(resolve, reject)
      .finally(() => {
        clock.clearTimeout(timer);
      });
  });
}
