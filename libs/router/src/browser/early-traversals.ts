import { callSafely } from '../call-safely.ts';

/** Where the visitor went, back or forward, before the router listened. */
export interface EarlyTraversal {
  /** The address of the history entry that is current now. */
  readonly href: string;
  /** Its state. */
  readonly state: unknown;
}

/** Traversals since the page began. */
export interface EarlyTraversals {
  /**
   * Stops recording, and calls `listener` with the entry the visitor ended up at, if it is another than the document was
   * shown at; the steps between are over. Answers whether there was one. Call it once the router listens to `popstate`.
   */
  readonly replay: (listener: (traversal: EarlyTraversal) => void) => boolean;
  /** Stops recording without a replay. */
  readonly stop: () => void;
}

/** A window, of a browser that may not have the Navigation API. */
type HistoryView = Pick<Window, 'addEventListener' | 'removeEventListener' | 'history' | 'location'> & {
  readonly navigation?:
    | {
        readonly currentEntry: KeyedEntry | null;
        readonly activation?: { readonly entry: KeyedEntry } | null;
      }
    | undefined;
};
interface KeyedEntry {
  readonly key: string;
}

/** Names the history entry as well as the browser can: an entry's key survives `replaceState`, its address may not. */
const entryOf = (view: HistoryView): string => view.navigation?.currentEntry?.key ?? view.location.href;

/**
 * Notices a press of Back or Forward before the router's own listener exists: the history entry changes, the page does
 * not. Call it in the first script of the page.
 *
 * Next compares the entry a document was activated at (client/components/app-router.js), which reports traversals before
 * even this was called, and takes a `pushState` for one as well; afterwards only `popstate` counts.
 */
export function recordEarlyTraversals(view: HistoryView = window): EarlyTraversals {
  const startedAt = view.navigation?.activation?.entry.key ?? entryOf(view);
  let hasTraversed = startedAt !== entryOf(view);

  function handlePopState(): void {
    hasTraversed = true;
  }

  const stop = (): void => view.removeEventListener('popstate', handlePopState);

  view.addEventListener('popstate', handlePopState);
  return {
    replay(listener) {
      stop();
      if (!hasTraversed || entryOf(view) === startedAt) return false;
      hasTraversed = false;
      callSafely(listener, { href: view.location.href, state: view.history.state as unknown });
      return true;
    },
    stop,
  };
}
