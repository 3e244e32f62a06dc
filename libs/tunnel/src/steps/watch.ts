/** Time, as the host keeps it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly setTimeout: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimeout: (handle: unknown) => void;
}

/** Measures how long ingest keeps the tunnel waiting. */
export interface Watch {
  /** It is ingest's turn: its time starts anew. */
  readonly run: () => void;
  /** It is the client's turn: a slow client is not a slow ingest. */
  readonly pause: () => void;
  /** Measures no more, whatever is called after. */
  readonly dispose: () => void;
  /** Resolves once ingest has had its turn for the whole time-out. */
  readonly expired: Promise<void>;
}

/** Creates a {@link Watch}, not yet running. */
export function createWatch(clock: Clock, timeoutMs: number): Watch {
  let expire!: () => void;
  const expired = new Promise<void>((resolve) => (expire = resolve));
  let handle: unknown;
  let isDisposed = false;

  const pause = (): void => {
    clock.clearTimeout(handle);
  };
  return {
    run: () => {
      pause();
      if (!isDisposed) handle = clock.setTimeout(expire, timeoutMs);
    },
    pause,
    dispose: () => {
      isDisposed = true;
      pause();
    },
    expired,
  };
}
