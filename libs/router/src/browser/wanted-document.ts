import type { NavigationState } from '../navigation/navigator.ts';
import type { StorageLike } from '../platform.ts';
import { withoutFragment } from '../url/address.ts';

const KEY = 'adit-wanted';

/** The newest address that the visitor requested, kept for the next document of the tab. */
export interface WantedDocument {
  /** Keeps or removes the address, depending on the navigator's state. Call it after every change. */
  readonly follow: (state: NavigationState) => void;
  /** Notes when this document is left. Call it on `pagehide`. */
  readonly left: () => void;
  /**
   * Returns the address to load instead of this document, or `undefined` if this document is the wanted one. Removes
   * the address kept by the previous document.
   */
  readonly take: () => string | undefined;
}

/** Times are in milliseconds since the epoch; `leftMs` is 0 until the document that keeps the note is left. */
type Note = readonly [to: string, requestedMs: number, leftMs: number, ...superseded: readonly string[]];

/** The maximum number of superseded addresses; the oldest is dropped first. */
const MAX_SUPERSEDED = 8;

/** A window. Old browsers have no performance timeline. */
type View = Pick<Window, 'location'> & {
  readonly parent?: unknown;
  readonly performance?: Performance;
  readonly document?: Pick<Document, 'referrer'>;
};

/**
 * Replaces a superseded document that the browser nevertheless shows. A browser commits a response, or its own error
 * page, in another process. In the meantime the old page still receives clicks, and the error page is reloaded once the
 * network is back. So the newest address is kept in the tab's storage.
 *
 * The next document is superseded in two cases. Its navigation began before the newest address was requested. Or its
 * address was superseded, and its navigation began after the previous page was left: the browser's error page stood
 * between them, and its reload looks like any other navigation. A click, or an address that the visitor enters, begins
 * a navigation before the page is left. Each note is read once, so two documents never replace each other.
 *
 * Frames share the storage of their tab, so only the top document uses it. If storage is blocked or altered, the
 * document stays.
 */
export function createWantedDocument(
  view: View,
  storage: () => StorageLike | null | undefined,
): WantedDocument {
  const { location, parent = view } = view;
  const performance = parent === view ? view.performance : undefined;
  const now = (): number => (performance === undefined ? 0 : performance.timeOrigin + performance.now());
  /** The pages requested by a full page load; all but the newest are superseded. */
  const requested = new Set<string>();
  /** The note of this document; `null` until the previous document's note was read. */
  let kept: Note | undefined | null = null;
  let requestedMs = now();

  function read(): Note | undefined {
    try {
      const note: unknown = JSON.parse(storage()?.getItem(KEY) ?? 'null');
      const [to, requestedAt, leftAt] = (Array.isArray(note) ? note : []) as readonly unknown[];
      if (typeof to === 'string' && typeof requestedAt === 'number' && typeof leftAt === 'number')
        return note as Note;
    } catch {
      // Storage is blocked, or contains other data.
    }
    return undefined;
  }

  function write(note: Note): void {
    kept = note;
    try {
      storage()?.setItem(KEY, JSON.stringify(note));
    } catch {
      // Storage is blocked or full.
    }
  }

  function keep(to: string): void {
    const page = withoutFragment(to);
    const superseded = [...requested].filter((other) => other !== page).slice(-MAX_SUPERSEDED);
    write([to, requestedMs, 0, ...superseded]);
  }

  function forget(): void {
    if (kept === undefined) return;
    kept = undefined;
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
        // The load has begun already, so this time separates its document from the next one.
        requestedMs = now();
      } else if (state.status === 'loading' && requested.size > 0) keep(state.target);
      // A page that was shown without a document load stays the wanted one.
      else if (state.status === 'idle' && withoutFragment(location.href) !== withoutFragment(kept?.[0] ?? ''))
        forget();
    },
    left() {
      if (!kept) return;
      const [to, requestedAt, , ...superseded] = kept;
      write([to, requestedAt, now(), ...superseded]);
    },
    take() {
      if (performance === undefined) return undefined;
      const note = read();
      forget();
      if (note === undefined) return undefined;
      const [address, notedMs, leftMs, ...superseded] = note;
      const here = withoutFragment(location.href);
      const wanted = withoutFragment(address);
      if (here === wanted) return undefined;
      const beganMs = performance.timeOrigin;
      const isAfterErrorPage = leftMs > 0 && beganMs > leftMs && view.document?.referrer !== wanted;
      return beganMs <= notedMs || (isAfterErrorPage && superseded.includes(here)) ? address : undefined;
    },
  };
}
