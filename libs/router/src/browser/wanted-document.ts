import type { StorageLike } from '../platform.ts';
import { withoutFragment } from '../url/address.ts';

const KEY = 'adit-wanted';

/** The document that was asked for last, as the next document of the tab finds it. */
export interface WantedDocument {
  /** A document at `to` was asked for: what was asked for before it is superseded. */
  readonly note: (to: string) => void;
  /** The document is no longer wanted. */
  readonly forget: () => void;
  /** The address that is wanted instead of this document; `undefined` if this one is wanted. Forgets the note. */
  readonly take: () => string | undefined;
}

/** `sinceMs` since the epoch: a document that is wanted began to load later. */
type Note = readonly [to: string, from: string, sinceMs: number];

/** A window, of a host that may have no timeline. */
type View = Pick<Window, 'location'> & { readonly performance?: Performance };

/**
 * A browser may show a superseded document all the same: it commits a response, or its own error page, in another process,
 * and meanwhile the old page still takes clicks; an error page is loaded again once the network is back. So the newer
 * wish is kept in the tab's storage. The next document is superseded if its navigation began before the wish (no later than
 * the page that made it, or than its last document but one), or if it is a reload of another page than that.
 *
 * Storage that is blocked or altered costs the note and nothing else.
 */
export function createWantedDocument(
  { location, performance }: View,
  storage: () => StorageLike | null | undefined,
): WantedDocument {
  const now = (): number => (performance === undefined ? 0 : performance.timeOrigin + performance.now());
  let isNoted = true;
  let sinceMs = now();

  function read(): Note | undefined {
    try {
      const note: unknown = JSON.parse(storage()?.getItem(KEY) ?? 'null');
      const [to, from, notedMs] = (Array.isArray(note) ? note : []) as readonly unknown[];
      if (typeof to === 'string' && typeof from === 'string' && typeof notedMs === 'number')
        return [to, from, notedMs];
    } catch {
      // Blocked, or not what `note` wrote.
    }
    return undefined;
  }

  function forget(): void {
    if (!isNoted) return;
    isNoted = false;
    try {
      storage()?.removeItem(KEY);
    } catch {
      // Blocked: nothing is there to be found either.
    }
  }

  return {
    note(to) {
      if (performance === undefined) return;
      const note: Note = [to, withoutFragment(location.href), sinceMs];
      isNoted = true;
      // Told of after the load has begun, so the time of this one is for the next.
      sinceMs = now();
      try {
        storage()?.setItem(KEY, JSON.stringify(note));
      } catch {
        // Blocked or full.
      }
    },
    forget,
    take() {
      const note = read();
      forget();
      if (note === undefined || performance === undefined) return undefined;
      const [to, from, notedMs] = note;
      const here = withoutFragment(location.href);
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const isSuperseded =
        performance.timeOrigin <= notedMs || (navigation?.type === 'reload' && here !== from);
      return isSuperseded && here !== withoutFragment(to) ? to : undefined;
    },
  };
}
