import { callSafely } from '@adit/common';
import type { Navigator } from '../navigation/navigator.ts';
import type { StorageLike } from '../platform.ts';
import type { ReloadBreaker } from '../reload/reload-breaker.ts';
import { withoutFragment } from '../url/address.ts';
import { createWantedDocument } from './wanted-document.ts';

/** Reports the events of a page to a navigator and its reload breaker. */
export interface PageLife {
  /**
   * Reports that the router shows `href` (absolute): its navigation is over, and the page before it has worked, unless
   * you reported that it broke. Call it for the first page, too. For a page with an error screen, call `broke` first.
   */
  readonly shown: (href: string) => void;
  /**
   * Reports that the page at `href` shows an error screen, so that its reload mark stays. Without this call, a page that is
   * reloaded because of its error would be reloaded again and again.
   */
  readonly broke: (href: string) => void;
  /**
   * Listens to Back and Forward, which end the navigation under way, to `pagehide` and to the return from the back/forward
   * cache, and to the network. If the visitor has clicked another page since this document was requested, it navigates there.
   * Returns a function that stops listening and abandons the navigation under way.
   */
  readonly start: (view?: Window) => () => void;
}

/** A page that is shown and differs from the one before. */
export interface ShownPage {
  /** Whether it is the first of its document. */
  readonly isFirst: boolean;
  /** Whether it shows an error screen. */
  readonly hasBroken: boolean;
}

/** Options of {@link createPageLife}. */
export interface PageLifeOptions {
  /** Gets commits, Back and Forward, and the return of the network. */
  readonly navigator: Pick<Navigator, 'commit' | 'reset' | 'online' | 'replace' | 'state' | 'subscribe'>;
  /** Gets pages that worked, and documents that came back from the back/forward cache. */
  readonly breaker: Pick<ReloadBreaker, 'settled' | 'documentRestored'>;
  /**
   * Returns `sessionStorage`, which keeps the address of the newest full page load. It may throw. Default none: if the browser
   * shows an older document instead, that stays.
   */
  readonly storage?: (() => StorageLike | null | undefined) | undefined;
  /**
   * Called with each page that is shown after the first, before the navigator's commit. Errors it throws are reported
   * as uncaught. Default none.
   */
  readonly onShown?: ((page: ShownPage) => void) | undefined;
}

/**
 * Reports the events of a page to a navigator and a reload breaker. Without it, a page is loaded only once after a
 * time-out, because the breaker is not told that the page has worked or that the visitor came back.
 *
 * A page counts as settled, and may be reloaded again later, when the visitor leaves it without having seen an error
 * screen. Any earlier moment is too early: this code starts from the entry chunk, which loads well while a route's own
 * chunk keeps failing, and a page may still be hydrating when its layout is ready.
 */
export function createPageLife({
  navigator,
  breaker,
  storage = () => undefined,
  onShown,
}: PageLifeOptions): PageLife {
  const broken = new Set<string>();
  let current: string | undefined;

  function leave(): void {
    if (current !== undefined && !broken.has(current)) breaker.settled(current);
  }

  return {
    shown(href) {
      const page = withoutFragment(href);
      if (page !== current) {
        const isFirst = current === undefined;
        leave();
        if (current !== undefined) broken.delete(current);
        current = page;
        callSafely(onShown, { isFirst, hasBroken: broken.has(page) });
      }
      navigator.commit(href);
    },
    broke: (href) => void broken.add(withoutFragment(href)),
    start(view = window) {
      const stopped = new AbortController();
      const { signal } = stopped;
      const wanted = createWantedDocument(view, storage);
      const follow = (): void => wanted.follow(navigator.state());

      /** The navigator reports nothing if it was already idle. */
      function reset(): void {
        navigator.reset();
        follow();
      }

      view.addEventListener(
        'popstate',
        ({ state }) => {
          // The visitor went back or forward: the pending load is no longer wanted, and routers discard it too. A plain
          // link to a fragment fires the same event, but without a router's state.
          if (state !== null || withoutFragment(view.location.href) !== current) reset();
        },
        { signal },
      );
      view.addEventListener(
        'pagehide',
        () => {
          leave();
          wanted.left();
        },
        { signal },
      );
      view.addEventListener(
        'pageshow',
        ({ persisted }) => {
          if (!persisted) return;
          breaker.documentRestored();
          reset();
        },
        { signal },
      );
      view.addEventListener('online', () => navigator.online(), { signal });
      const instead = wanted.take();
      const unsubscribe = navigator.subscribe(follow);
      if (instead !== undefined) navigator.replace(instead);
      return () => {
        stopped.abort();
        unsubscribe();
        navigator.reset();
      };
    },
  };
}
