/** Whether a value can be awaited. An error that its getter throws is thrown. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Handles the rejection of a promise that no caller awaits, so that it does not end the process. */
export function ignoreRejection(value: unknown, report: (error: unknown) => void = () => undefined): void {
  if (isThenable(value)) value.then(undefined, report);
}

/** Returns the promise. A call that should return a promise and does not has done nothing, so it is an error. */
export function expectPromise<T>(value: Promise<T>): Promise<T> {
  if (isThenable(value)) return value;
  throw new TypeError('the call gave no promise');
}
