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
export function callSafely<Told, Answer>(
  callback: ((told: Told) => Answer) | undefined,
  told: Told,
): Answer | undefined;
export function callSafely<Answer>(callback: (() => Answer) | undefined): Answer | undefined;
export function callSafely<Answer>(
  callback: ((told?: unknown) => Answer) | undefined,
  told?: unknown,
): Answer | undefined {
  try {
    return callback?.(told);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
  return undefined;
}

/** {@link callSafely} for a question that may be answered by a promise: a rejection counts as a throw. */
export async function askSafely<Told, Answer>(
  callback: ((told: Told) => Answer | Promise<Answer>) | undefined,
  told: Told,
): Promise<Answer | undefined> {
  try {
    return await callback?.(told);
  } catch (error) {
    callSafely(() => {
      throw error;
    });
  }
  return undefined;
}
