import type { InputKeeper, InputKeeperOptions } from './input-keeper.ts';
import { INPUT_KEY } from './input-key.ts';

/** The input keeper, in a chunk of its own: it is loaded once the visitor types, while the network still works. */
export interface TypingWatch {
  /** The keeper, once loaded. */
  readonly keeper: () => InputKeeper | undefined;
  /** Loads the keeper; `undefined` if its chunk is missing. */
  readonly load: () => Promise<InputKeeper | undefined>;
  /** Stops listening, and the keeper. */
  readonly stop: () => void;
}

/** Loads the input keeper when the visitor types, or if the last document of the tab has kept something. */
export function watchTyping(options: Omit<InputKeeperOptions, 'edited' | 'secret'>): TypingWatch {
  const { document } = options.view;
  const edited = new WeakSet();
  const secret = new WeakSet();
  const stopped = new AbortController();
  let keeper: InputKeeper | undefined;
  let loading: Promise<InputKeeper | undefined> | undefined;

  /** A chunk that is missing is not requested again in this document. */
  const load = (): Promise<InputKeeper | undefined> =>
    (loading ??= import('./input-keeper.ts')
      .then(({ createInputKeeper }) => {
        if (!stopped.signal.aborted) keeper = createInputKeeper({ ...options, edited, secret });
        return keeper;
      })
      .catch(() => undefined));

  document.addEventListener(
    'input',
    ({ target }) => {
      edited.add(target as object);
      if ((target as Partial<HTMLInputElement>).type === 'password') secret.add(target as object);
      void load();
    },
    { capture: true, signal: stopped.signal },
  );
  try {
    if (options.storage()?.getItem(INPUT_KEY) != null) void load();
  } catch {
    // Storage is blocked, so nothing was kept.
  }

  return {
    keeper: () => keeper,
    load,
    stop() {
      stopped.abort();
      keeper?.stop();
    },
  };
}
