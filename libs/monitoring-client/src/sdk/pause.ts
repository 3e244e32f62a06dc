interface Scheduler {
  readonly scheduler?: { readonly yield?: () => Promise<void> };
}

/** Lets the page answer its visitor. Browsers without `scheduler.yield`, and pages that abort it, go on at once. */
export const pause = async (): Promise<void> =>
  (globalThis as Scheduler).scheduler?.yield?.().catch(() => undefined);
