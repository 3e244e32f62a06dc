/**
 * Lets many callers share one run of something slow: a call made while it runs waits for the next run, as the one
 * under way may have begun too early for it.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const start = (): Promise<void> => {
    next = undefined;
    running = work().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (running === undefined) return start();
    next ??= running.then(start, start);
    return next;
  };
}
