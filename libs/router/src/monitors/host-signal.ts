/** A changing state of the host: whether there is a network, whether the page is visible. */
export interface HostSignal {
  /** Returns the current state. */
  readonly read: () => boolean;
  /** Calls `listener` after a change; returns a function that removes it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A signal that is always `true`. */
export const ALWAYS: HostSignal = { read: () => true, subscribe: () => () => undefined };
