/**
 * Makes a decoder wait until its output is taken, so that a small body that decodes to a huge one uses little memory.
 */
export interface DecodingPause {
  /** The result that a sink returns to pause the decoder. */
  readonly begin: () => Promise<boolean>;
  /** Ends the pause, if there is one. */
  readonly end: (wantsMore: boolean) => void;
  /** Resolves with the result of the decoder's work, or with `paused` as soon as the decoder waits. */
  readonly orResult: <T>(work: Promise<T>) => Promise<{ readonly value: T } | 'paused'>;
}

/** Creates a {@link DecodingPause}. */
export function createDecodingPause(): DecodingPause {
  let waiting:
    { readonly promise: Promise<boolean>; readonly resolve: (wantsMore: boolean) => void } | undefined;
  let onPause: (() => void) | undefined;

  return {
    begin: () => {
      if (waiting === undefined) {
        let resolve!: (wantsMore: boolean) => void;
        const promise = new Promise<boolean>((settle) => (resolve = settle));
        waiting = { promise, resolve };
      }
      onPause?.();
      return waiting.promise;
    },
    end: (wantsMore) => {
      waiting?.resolve(wantsMore);
      waiting = undefined;
    },
    orResult: (work) =>
      new Promise((resolve, reject) => {
        onPause = () => resolve('paused');
        if (waiting !== undefined) resolve('paused');
        work.then((value) => resolve({ value }), reject);
      }),
  };
}
