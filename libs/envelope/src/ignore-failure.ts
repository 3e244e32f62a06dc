/** Calls and awaits `work`; `undefined` if it fails. */
export async function ignoreFailure<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
