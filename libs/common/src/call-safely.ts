/**
 * Calls a function of the application. An error that it throws does not reach the caller: it is thrown again as an
 * uncaught error, so that the page and its monitoring see it. A promise that it returns is not awaited.
 *
 * @returns the function's result; `undefined` if the function is missing or throws
 */
export function callSafely<Given extends unknown[], Value>(
  run: ((...given: Given) => Value) | undefined,
  ...given: Given
): Value | undefined {
  try {
    return run?.(...given);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
  return undefined;
}

/** Throws outside of the caller, as an uncaught error. (The other way round, a page's first load is larger.) */
export function throwOutside(error: unknown): void {
  callSafely(() => {
    throw error;
  });
}
