import type { RouterEventSink } from '../events.ts';
import type { Clock, LocationLike } from '../platform.ts';
import type { RedirectBudget } from '../redirects/redirect-budget.ts';
import type { HardNavigationRefusal } from '../hard-navigation-reason.ts';
import type { HardNavigator } from './hard-navigation.ts';
import type { HistoryMode } from '../history-mode.ts';

/**
 * The host's own router: what it does is reported back through `commit` and `fail`. It is given addresses as the caller
 * wrote them; a repeated navigation, the one a link began, and whatever routers may read differently (`\`, white space), as
 * absolute addresses of this site.
 */
export interface SoftRouter {
  /** Starts a client transition that adds a history entry. */
  push(href: string): void;
  /** Starts a client transition that replaces the current history entry. */
  replace(href: string): void;
}

/** Why a navigation did not happen. */
export type NavigationRefusal =
  | HardNavigationRefusal
  | 'redirect-cycle'
  | 'redirects-exhausted'
  /** A document was to be loaded and never came: the visitor stayed, the answer was a download or empty, or it hangs. */
  | 'no-document';

/** The result of a navigation call. */
export type NavigationResult =
  /** The soft router has it. */
  | { readonly outcome: 'started' }
  /** A document is being loaded. */
  | { readonly outcome: 'navigating' }
  | { readonly outcome: 'refused'; readonly reason: NavigationRefusal };

/** Where the newest navigation stands. `target` is an absolute address, or what was given where that is refused. */
export type NavigationState =
  | { readonly status: 'idle' }
  /** The soft router works on it. */
  | { readonly status: 'loading'; readonly target: string; readonly history: HistoryMode }
  /** It takes its time: worth a progress indicator. */
  | {
      readonly status: 'slow';
      readonly target: string;
      readonly history: HistoryMode;
      /** `navigating` once a document is being loaded in its place. */
      readonly hard: { readonly outcome: 'none' | 'navigating' };
    }
  /**
   * Neither the soft router nor a document load could do it, for now: `proceed` loads the document all the same (ask
   * first where the reason is `unsaved-input`), `online` tries again what failed `offline`, and a late commit ends it.
   */
  | { readonly status: 'failed'; readonly target: string; readonly reason: NavigationRefusal };

/** Options of one navigation that is not the navigator's own push or replace. */
export interface NavigationOptions {
  /** `push` adds a history entry, `replace` replaces the current one. */
  readonly history: HistoryMode;
}

/** Soft navigation with a deadline and a way out. */
export interface Navigator {
  /** Navigates and adds a history entry. */
  push(href: string): NavigationResult;
  /** Navigates and replaces the current history entry. */
  replace(href: string): NavigationResult;
  /**
   * Follows a redirect, within the budget of its chain. While a push has not been shown yet there is no entry of its own
   * to replace, so a redirect out of it is a push, whatever it asks for.
   */
  redirect(href: string, options: NavigationOptions): NavigationResult;
  /** A link, say, has started a soft navigation to `target`, an absolute address: it gets the deadline as well. */
  began(target: string, options: NavigationOptions): void;
  /**
   * The soft router shows `href` (absolute): the navigation is over. Another page than its target (the server has
   * redirected) counts where `location` has it too; a superseded navigation's late commit is ignored.
   */
  commit(href: string): void;
  /**
   * The soft router gave up on the navigation: a document is loaded instead. Ignored where none is under way, where the
   * error is no failure (a redirect, a cancelled request), and where `target`, the absolute address that failed, is not
   * the newest navigation's.
   */
  fail(error: unknown, target?: string): void;
  /**
   * The visitor wants the navigation that failed all the same, and accepts that the page goes. `undefined`, and nothing
   * done, where none has failed.
   */
  proceed(): NavigationResult | undefined;
  /** The network is back: what failed for want of it is tried again, after a moment that differs from visitor to visitor. */
  online(): void;
  /** Abandons the navigation under way: the visitor went back, the document was restored, or the bindings go. */
  reset(): void;
  /** The current state; the same object until it changes. */
  readonly state: () => NavigationState;
  /** Calls `listener` after every change; returns a function that removes it. What it throws is reported as uncaught. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Options of {@link createNavigator}. */
export interface NavigatorOptions {
  /** Who navigates without loading a document. */
  readonly soft: SoftRouter;
  /** Who loads documents. */
  readonly hard: HardNavigator;
  /** The address that relative ones start from. */
  readonly location: Pick<LocationLike, 'href' | 'entry'>;
  /** Time and timers. */
  readonly clock: Clock;
  /** Whether the host has a network. */
  readonly isOnline?: (() => boolean) | undefined;
  /** Other origins that may be navigated to, by a document load; give them to the hard navigator too. Default none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Called with the events of every navigation: `started`, `slow`, and one end. What it throws is reported as uncaught. */
  readonly onEvent?: RouterEventSink | undefined;
  /**
   * When a navigation is slow. Default 1000 ms, up to which people stay with their thought (Nielsen, Usability
   * Engineering, §5.5) and after which TanStack Router shows what is pending.
   */
  readonly slowMs?: number | undefined;
  /** When a document is loaded instead. Default 3800 ms. 2,147,483,647, some 24 days, is practically never. */
  readonly routeLoadTimeoutMs?: number | undefined;
  /** When a document that was to be loaded has failed to come. Default 10,000 ms. */
  readonly documentTimeoutMs?: number | undefined;
  /** The longest wait between `online` and the next try. Default 2000 ms. */
  readonly reconnectSpreadMs?: number | undefined;
  /**
   * How many redirects one chain may have; one budget for each navigator. Default a {@link createRedirectBudget} with its
   * own defaults: 20 hops, and a chain ends after 10,000 ms without one.
   */
  readonly redirects?: RedirectBudget | undefined;
  /** A number in [0, 1) that spreads the waits. */
  readonly random?: (() => number) | undefined;
  /** What the soft router puts before a path that starts with `/`. Default none. */
  readonly basePath?: string | undefined;
}
