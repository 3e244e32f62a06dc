import type { RouterEventSink } from '../events.ts';
import type { PageClock, LocationLike } from '../platform.ts';
import type { RedirectBudget } from '../redirects/redirect-budget.ts';
import type { HardNavigationRefusal } from '../hard-navigation-reason.ts';
import type { HardNavigator } from './hard-navigation.ts';
import type { HistoryMode } from '../history-mode.ts';

/**
 * The host's own router. The caller reports its progress through `commit` and `fail`. It gets addresses as the caller
 * wrote them. It gets absolute addresses of this site if a navigation is repeated, if a link began it, or if routers
 * may read the address differently (`\`, white space).
 */
export interface SoftRouter {
  /** Starts a client transition that adds a history entry. */
  push(href: string): void;
  /** Starts a client transition that replaces the current history entry. */
  replace(href: string): void;
}

/** The reason why a navigation did not happen. */
export type NavigationRefusal =
  | HardNavigationRefusal
  | 'redirect-cycle'
  | 'redirects-exhausted'
  /** A full page load did not happen: the visitor stayed, the answer was a download or empty, or the server did not answer. */
  | 'no-document';

/** The result of a navigation call. */
export type NavigationResult =
  /** The soft router has started. */
  | { readonly outcome: 'started' }
  /** A document is being loaded. */
  | { readonly outcome: 'navigating' }
  | { readonly outcome: 'refused'; readonly reason: NavigationRefusal };

/** The state of the newest navigation. `target` is an absolute address, or the given text if that was refused. */
export type NavigationState =
  | { readonly status: 'idle' }
  /** The soft router works on it. */
  | { readonly status: 'loading'; readonly target: string; readonly history: HistoryMode }
  /** It has taken `slowMs`: show a progress indicator. */
  | {
      readonly status: 'slow';
      readonly target: string;
      readonly history: HistoryMode;
      /** `navigating` once the browser loads the whole page instead. */
      readonly hard: { readonly outcome: 'none' | 'navigating' };
    }
  /**
   * Neither the soft router nor a full page load succeeded. `proceed` loads the whole page anyway (ask the visitor first if
   * the reason is `unsaved-input`), `online` tries again after `offline`, and a late commit ends the failure.
   */
  | { readonly status: 'failed'; readonly target: string; readonly reason: NavigationRefusal };

/** Options of a navigation that did not start with the navigator's `push` or `replace`. */
export interface NavigationOptions {
  /** `push` adds a history entry, `replace` replaces the current one. */
  readonly history: HistoryMode;
}

/** Soft navigation with a deadline and a fallback. */
export interface Navigator {
  /** Navigates and adds a history entry. */
  push(href: string): NavigationResult;
  /** Navigates and replaces the current history entry. */
  replace(href: string): NavigationResult;
  /**
   * Follows a redirect, within the budget of its chain. If the redirect interrupts a push that has not been shown yet, it is
   * a push, because there is no entry to replace.
   */
  redirect(href: string, options: NavigationOptions): NavigationResult;
  /** Reports that a link has started a soft navigation to `target`, an absolute address. It gets the deadline, too. */
  began(target: string, options: NavigationOptions): void;
  /**
   * Reports that the soft router shows `href` (absolute): the navigation is over. If the server has redirected to another
   * page, `location` must show that page too. A late commit of a superseded navigation is ignored.
   */
  commit(href: string): void;
  /**
   * Reports that the soft router has failed: the browser loads the whole page instead. Ignored if no navigation is under way,
   * if the error is no failure (a redirect, a cancelled request), or if `target`, the absolute address that failed, is not
   * that of the newest navigation.
   */
  fail(error: unknown, target?: string): void;
  /**
   * Repeats the failed navigation as a full page load. Call it when the visitor accepts that unsent input is lost.
   * Returns `undefined` and does nothing if no navigation has failed.
   */
  proceed(): NavigationResult | undefined;
  /** Reports that the network is back: a navigation that failed offline is tried again after a random wait. */
  online(): void;
  /** Abandons the navigation under way, for example because the visitor went back. */
  reset(): void;
  /** The current state; the same object until it changes. */
  readonly state: () => NavigationState;
  /**
   * Calls `listener` after every change; returns a function that removes it. Errors it throws are reported as uncaught.
   */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Options of {@link createNavigator}. */
export interface NavigatorOptions {
  /** The client router. */
  readonly soft: SoftRouter;
  /** Makes full page loads. */
  readonly hard: HardNavigator;
  /** The base of relative addresses. */
  readonly location: Pick<LocationLike, 'href' | 'entry'>;
  /** Time and timers. */
  readonly clock: PageClock;
  /** Whether the host has a network. */
  readonly isOnline?: (() => boolean) | undefined;
  /** Other origins that may be navigated to, by a full page load; give them to the hard navigator too. Default none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Called with the events of every navigation: `started`, `slow`, and one end. Errors it throws are reported as
   * uncaught.
   */
  readonly onEvent?: RouterEventSink | undefined;
  /**
   * The time after which a navigation is slow. Default 1000 ms: up to it, people keep their train of thought (Nielsen,
   * Usability Engineering, §5.5), and TanStack Router shows its pending state after it.
   */
  readonly slowMs?: number | undefined;
  /** The deadline, after which the browser loads the whole page. Default 3800 ms; 2,147,483,647 (24 days) disables it. */
  readonly routeLoadTimeoutMs?: number | undefined;
  /** The longest time for a full page load. Then the navigation has failed. Default 10,000 ms. */
  readonly documentTimeoutMs?: number | undefined;
  /** The longest wait between `online` and the next try. Default 2000 ms. */
  readonly reconnectSpreadMs?: number | undefined;
  /**
   * Limits the redirects of one chain; one budget for each navigator. Default a {@link createRedirectBudget} with its
   * own defaults: 20 hops, and a chain ends after 10,000 ms without one.
   */
  readonly redirects?: RedirectBudget | undefined;
  /** A number in [0, 1) that spreads the waits. */
  readonly random?: (() => number) | undefined;
  /** The prefix that the soft router adds to paths that start with `/`. Default none. */
  readonly basePath?: string | undefined;
}
