import { callSafely } from '@adit/common';

/** One value that changes, as an external store. */
export interface Store<State> {
  /** The current value; the same object until it changes. */
  readonly state: () => State;
  /**
   * Calls `listener` after every change; returns a function that removes it. Errors it throws are reported as uncaught.
   */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A {@link Store} and the way to change its value. */
export interface WritableStore<State> extends Store<State> {
  readonly enter: (next: State) => void;
}

/** Creates a {@link WritableStore}. */
export function createStore<State>(initial: State): WritableStore<State> {
  const listeners = new Set<() => void>();
  let state = initial;
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enter(next) {
      if (next === state) return;
      state = next;
      for (const listener of listeners) callSafely(listener);
    },
  };
}
