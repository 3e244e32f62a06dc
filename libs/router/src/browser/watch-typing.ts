import type { InputKeeper, InputKeeperOptions } from './input-keeper.ts';
import { withoutFragment } from '../url/address.ts';
import { INPUT_KEY, type KeptNote } from './input-key.ts';

/** An action that is sent this long after a click or a submitted form is the visitor's. */
const ACTED_MS = 1_000;

/** The input keeper, in a chunk of its own: it is loaded once the visitor types, while the network still works. */
export interface TypingWatch {
  /** The keeper, once loaded. */
  readonly keeper: () => InputKeeper | undefined;
  /** Loads the keeper; `undefined` if its chunk is missing. */
  readonly load: () => Promise<InputKeeper | undefined>;
  /** Whether the visitor has clicked or submitted a form within the last second. */
  readonly hasActed: () => boolean;
  /** Keeps for the next document of this page that an action was not sent: all that is possible without the keeper's chunk. */
  readonly noteUnsent: () => void;
  /** Stops listening, and the keeper. */
  readonly stop: () => void;
}

/** Loads the input keeper when the visitor types, or if the last document of the tab has kept something. */
export function watchTyping(options: Omit<InputKeeperOptions, 'edited' | 'secret'>): TypingWatch {
  const { location, storage, now = Date.now } = options;
  const { document } = options.view;
  const edited = new WeakSet();
  const secret = new WeakSet();
  const stopped = new AbortController();
  let keeper: InputKeeper | undefined;
  let actedMs = 0;
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
  for (const type of ['click', 'submit'])
    document.addEventListener(type, () => (actedMs = now()), { capture: true, signal: stopped.signal });
  try {
    if (storage()?.getItem(INPUT_KEY) != null) void load();
  } catch {
    // Storage is blocked, so nothing was kept.
  }

  return {
    keeper: () => keeper,
    load,
    hasActed: () => now() - actedMs < ACTED_MS,
    noteUnsent() {
      const note: KeptNote = [withoutFragment(location.href), now(), true, null, []];
      try {
        storage()?.setItem(INPUT_KEY, JSON.stringify(note));
      } catch {
        // Storage is blocked or full.
      }
    },
    stop() {
      stopped.abort();
      keeper?.stop();
    },
  };
}
