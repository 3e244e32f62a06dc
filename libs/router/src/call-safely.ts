/**
 * Calls what the application has handed in, a listener or an event sink. An error of its own breaks nothing here, and the
 * host reports it as uncaught.
 */
export function callSafely(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
