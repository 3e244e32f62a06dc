/** Whether something can be waited for. Throws what its getter throws. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Keeps the rejection of a promise that no caller awaits from ending the process. */
export function ignoreRejection(value: unknown, report: (error: unknown) => void = () => undefined): void {
  if (isThenable(value)) value.then(undefined, report);
}

/** What should give a promise and gives none has done nothing. */
export function expectPromise(value: Promise<void>): Promise<void> {
  if (isThenable(value)) return value;
  throw new TypeError('the call gave no promise');
}
