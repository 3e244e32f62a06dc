/**
 * Calls a function of the application. If it throws, the error is thrown again outside of React: the page and its
 * monitoring see it, and the screen stays.
 *
 * @returns what the function returns; `undefined` if it is missing or throws
 */
export function callSafely<Given extends unknown[], Value>(
  run: ((...given: Given) => Value) | undefined,
  ...given: Given
): Value | undefined {
  try {
    return run?.(...given);
  } catch (failure) {
    throwOutside(failure);
    return undefined;
  }
}

/** Throws outside of React, as an uncaught error of the page. */
export function throwOutside(failure: unknown): void {
  queueMicrotask(() => {
    throw failure;
  });
}
