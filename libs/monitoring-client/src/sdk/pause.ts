/** Lets the page answer its visitor. Browsers without `scheduler.yield`, and pages that abort it, go on at once. */
export async function pause(): Promise<void> {
  try {
    await (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler?.yield?.();
  } catch {
    // The start goes on.
  }
}
