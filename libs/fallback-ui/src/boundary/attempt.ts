/**
 * Calls what the host gave, if it gave anything. What it throws is thrown again outside of React: the page and its
 * monitoring hear of it, and no screen is lost to it.
 */
export function attempt<Given extends unknown[], Value>(
  run: ((...given: Given) => Value) | undefined,
  ...given: Given
): Value | undefined {
  try {
    return run?.(...given);
  } catch (failure) {
    queueMicrotask(() => {
      throw failure;
    });
    return undefined;
  }
}
