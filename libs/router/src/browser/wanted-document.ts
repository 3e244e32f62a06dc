import type { NavigationState } from '../navigation/navigator.ts';
import type { StorageLike } from '../platform.ts';
import { withoutFragment } from '../url/address.ts';

const KEY = 'adit-wanted';

/** The newest address that the visitor asked for, kept for the next document of the tab. */
export interface WantedDocument {
  /** Keeps or removes the address, by the navigator's state. Call it after every change. */
  readonly follow: (state: NavigationState) => void;
  /**
   * Returns the address to load in place of this document, or `undefined` if this document is the wanted one. Removes what
   * the document before has kept.
   */
  readonly take: () => string | undefined;
}

/** Documents requested after `requestedMs` (since the epoch) are not superseded, unless their address is `superseded`. */
type Note = readonly [to: string, requestedMs: number, ...superseded: readonly string[]];

/** Superseded addresses that are kept; the oldest go first. */
const MAX_SUPERSEDED = 8;

/** A window. Old hosts have no timeline. */
type View = Pick<Window, 'location'> & { readonly parent?: unknown; readonly performance?: Performance };

/**
 * Replaces a superseded document that the browser shows all the same. A browser commits a response, or its own error page,
 * in another process. Meanwhile the old page still takes clicks, and the error page is loaded again once the network is
 * back. So the newest address is kept in the tab's storage.
 *
 * The next document is superseded in two cases: its navigation began before the newest address was requested, or it is a
 * reload of an address that was superseded. Each note is taken once, so two documents never replace each other.
 *
 * Frames share the storage of their tab, so only the top document uses it. If storage is blocked or altered, the document
 * stays.
 */
export function createWantedDocument(
  view: View,
  storage: () => StorageLike | null | undefined,
): WantedDocument {
  const { location, parent = view } = view;
  const performance = parent === view ? view.performance : undefined;
  const now = (): number => (performance === undefined ? 0 : performance.timeOrigin + performance.now());
  /** The pages requested by a document load; all but the newest are superseded. */
  const requested = new Set<string>();
  let to: string | undefined = '';
  let requestedMs = now();

  function read(): Note | undefined {
    try {
      const note: unknown = JSON.parse(storage()?.getItem(KEY) ?? 'null');
      if (Array.isArray(note) && typeof note[0] === 'string' && typeof note[1] === 'number')
        return note as unknown as Note;
    } catch {
      // Storage is blocked, or holds something else.
    }
    return undefined;
  }

  function keep(address: string): void {
    to = withoutFragment(address);
    const superseded = [...requested].filter((page) => page !== to).slice(-MAX_SUPERSEDED);
    const note: Note = [address, requestedMs, ...superseded];
    try {
      storage()?.setItem(KEY, JSON.stringify(note));
    } catch {
      // Storage is blocked or full.
    }
  }

  function forget(): void {
    if (to === undefined) return;
    to = undefined;
    try {
      storage()?.removeItem(KEY);
    } catch {
      // Storage is blocked, so nothing is kept.
    }
  }

  return {
    follow(state) {
      if (performance === undefined) return;
      if (state.status === 'slow' && state.hard.outcome === 'navigating') {
        keep(state.target);
        requested.add(withoutFragment(state.target));
        // The load has begun already, so this time divides its document from the next one.
        requestedMs = now();
      } else if (state.status === 'loading' && requested.size > 0) keep(state.target);
      // A page that was shown without a document stays the wanted one.
      else if (state.status === 'idle' && withoutFragment(location.href) !== to) forget();
    },
    take() {
      if (performance === undefined) return undefined;
      const note = read();
      forget();
      if (note === undefined) return undefined;
      const [address, notedMs, ...superseded] = note;
      const here = withoutFragment(location.href);
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const isSuperseded =
        performance.timeOrigin <= notedMs || (navigation?.type === 'reload' && superseded.includes(here));
      return isSuperseded && here !== withoutFragment(address) ? address : undefined;
    },
  };
}
