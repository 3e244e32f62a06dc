import { useLayoutEffect, useReducer } from 'react';

interface Thrown {
  readonly error: unknown;
}

/**
 * Returns a function that passes errors of event handlers, timers and promises to the nearest boundary:
 * `fetchIt().catch(fault)`. It is the same function on every render.
 */
export function useFault(): (error: unknown) => void {
  const [thrown, fault] = useReducer<Thrown | undefined, [error: unknown]>(
    (_, error) => ({ error }),
    undefined,
  );
  // In an effect: React takes a value thrown while rendering for Suspense's if it has a `then`, and reading `then` of a
  // revoked proxy would bring the whole root down.
  useLayoutEffect(() => {
    if (thrown) throw thrown.error;
  });
  return fault;
}
