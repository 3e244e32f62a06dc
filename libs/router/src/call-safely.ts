/**
 * Calls a function of the application. The contract for all of them: if the function throws, the router goes on as if it
 * had not been given for this call, and the host reports the error as uncaught. A promise that it returns is not awaited;
 * the host reports its rejection. `prefetchLinks` and `watchIntents`, which have to be small, call from within asynchronous
 * functions instead: the host then reports an unhandled rejection.
 *
 * The contract does not cover the host's own functions (`Clock`, `LocationLike`), nor those whose failure is an answer:
 * the soft router, `fetch`, transports, stores, and jobs.
 *
 * @returns what the function returns; `undefined` if it is absent or throws
 */
export function callSafely<Argument, Result>(
  callback: ((argument: Argument) => Result) | undefined,
  argument: Argument,
): Result | undefined;
export function callSafely<Result>(callback: (() => Result) | undefined): Result | undefined;
export function callSafely<Result>(
  callback: ((argument?: unknown) => Result) | undefined,
  argument?: unknown,
): Result | undefined {
  try {
    return callback?.(argument);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
  return undefined;
}
