/** Calls what belongs to the host and waits for it; what it fails with changes nothing. */
export async function attempt<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
