import { useLayoutEffect, useReducer } from 'react';

interface Thrown {
  readonly error: unknown;
}

/**
 * Hands errors of event handlers, timers and promises to the nearest boundary: `fetchIt().catch(fault)`. Returns the
 * same function on every render.
 */
export function useFault(): (error: unknown) => void {
  const [thrown, fault] = useReducer<Thrown | undefined, [error: unknown]>(
    (_, error) => ({ error }),
    undefined,
  );
  // In an effect: what is thrown while rendering React takes for Suspense's if it has a `then`, and reads that property
  // where a revoked proxy would bring the whole root down.
  useLayoutEffect(() => {
    if (thrown) throw thrown.error;
  });
  return fault;
}
