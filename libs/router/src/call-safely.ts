/**
 * Calls a function of the application. This is the contract for all of them: if the function throws, the router goes on
 * as if the function had not been given for this call, and the host reports the error as uncaught. A promise that an
 * asynchronous one returns is not awaited; the host reports its rejection.
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
    return undefined;
  }
}
