import type { Clock, LocationLike } from '../platform.ts';
import { SPEC } from '../presets.ts';
import { createRedirectBudget } from '../redirects/redirect-budget.ts';
import { classifyFailure } from '../skew/classify-failure.ts';
import { withoutFragment } from '../url/address.ts';
import { classifyUrl } from '../url/classify-url.ts';
import { createDeadline } from './deadline.ts';
import type {
  HardNavigationReason,
  HardNavigationRefusal,
  HardNavigationResult,
  HardNavigator,
} from './hard-navigation.ts';
import type { HistoryMode } from './history-mode.ts';

/** The host's own router: what it does is reported back through `commit` and `fail`. */
export interface SoftRouter {
  /** Starts a client transition that adds a history entry. */
  push(href: string): void;
  /** Starts a client transition that replaces the current history entry. */
  replace(href: string): void;
}

/** Why a navigation did not happen. */
export type NavigationRefusal = HardNavigationRefusal | 'redirect-cycle' | 'redirects-exhausted';

/** What became of a wish to navigate. */
export type NavigationResult =
  /** The soft router has it. */
  | { readonly outcome: 'started' }
  /** The soft router failed at once; a document is being loaded. */
  | { readonly outcome: 'navigating' }
  | { readonly outcome: 'refused'; readonly reason: NavigationRefusal };

/** Where the newest navigation stands. `target` is an absolute address. */
export type NavigationState =
  | { readonly status: 'idle' }
  /** The soft router works on it. */
  | { readonly status: 'loading'; readonly target: string; readonly history: HistoryMode }
  /** Late or broken: a document is being loaded, or, where `hard` says refused, the soft router still works on it. */
  | {
      readonly status: 'slow';
      readonly target: string;
      readonly history: HistoryMode;
      readonly hard: HardNavigationResult;
    }
  /** Neither the soft router nor a document load could do it. */
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
  /** Follows a redirect, within the budget of its chain. */
  redirect(href: string, options: NavigationOptions): NavigationResult;
  /** Somebody else (a link) has started a soft navigation to `target`, an absolute address: it gets the deadline as well. */
  began(target: string, options: NavigationOptions): void;
  /** The soft router shows `href` (absolute): the navigation is over. A superseded navigation's late commit is ignored. */
  commit(href: string): void;
  /** The soft router gave up on the navigation: a document is loaded instead. Ignored where none is under way. */
  fail(error: unknown): void;
  /** Forgets the navigation under way: the document was restored, or the bindings go. */
  reset(): void;
  /** The current state; the same object until it changes. */
  readonly state: () => NavigationState;
  /** Calls `listener` after every change; returns the way to stop it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Options of {@link createNavigator}. */
export interface NavigatorOptions {
  /** Who navigates without loading a document. */
  readonly soft: SoftRouter;
  /** Who loads documents. */
  readonly hard: HardNavigator;
  /** The address that relative ones start from. */
  readonly location: Pick<LocationLike, 'href'>;
  /** Time and timers. */
  readonly clock: Clock;
  /** Whether the host has a network, as far as it knows. */
  readonly isOnline?: (() => boolean) | undefined;
  /** Default 3800 ms (S32). */
  readonly routeLoadTimeoutMs?: number | undefined;
  /** What the soft router puts before a path that starts with `/`. Default none. */
  readonly basePath?: string | undefined;
}

const IDLE: NavigationState = Object.freeze({ status: 'idle' });

function hardReasonOf(error: unknown, online: boolean): HardNavigationReason {
  const kind = classifyFailure(error, { online });
  return kind === 'missing-chunk' || kind === 'broken-data' ? kind : 'soft-navigation-failed';
}

/**
 * Ties a soft router to the deadline and to full-page navigation: when the soft push throws, fails later or takes
 * longer than the route-load time-out, the document is loaded (push assigns, replace replaces).
 *
 * Only addresses of this origin are navigated to; an external one is refused as `unsafe-url`, because a redirect that
 * leaves the site must be a decision of its own and an external link is a plain link.
 */
export function createNavigator({
  soft,
  hard,
  location,
  clock,
  isOnline = () => true,
  routeLoadTimeoutMs = SPEC.routeLoadTimeoutMs,
  basePath = '',
}: NavigatorOptions): Navigator {
  const deadline = createDeadline({ clock, timeoutMs: routeLoadTimeoutMs });
  const redirects = createRedirectBudget({ now: () => clock.now() });
  const listeners = new Set<() => void>();
  let state: NavigationState = IDLE;
  let superseded: string | undefined;

  function enter(next: NavigationState): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  const isThisPage = (target: string): boolean => withoutFragment(target) === withoutFragment(location.href);

  /** The navigation that waits for its commit. */
  function underWay(): { readonly target: string; readonly history: HistoryMode } | undefined {
    return state.status === 'loading' || state.status === 'slow' ? state : undefined;
  }

  function end(next: NavigationState): void {
    deadline.cancel();
    superseded = undefined;
    enter(next);
  }

  function refuse(target: string, reason: NavigationRefusal): NavigationResult {
    end({ status: 'failed', target, reason });
    return { outcome: 'refused', reason };
  }

  function begin(target: string, history: HistoryMode): void {
    superseded = underWay()?.target;
    deadline.start(() => {
      const result = hard.hardNavigate(target, { reason: 'route-timeout', history });
      enter({ status: 'slow', target, history, hard: result });
    });
    enter({ status: 'loading', target, history });
  }

  function fallBack(target: string, history: HistoryMode, error: unknown): NavigationResult {
    const result = hard.hardNavigate(target, { reason: hardReasonOf(error, isOnline()), history });
    if (result.outcome === 'refused') return refuse(target, result.reason);
    end({ status: 'slow', target, history, hard: result });
    return result;
  }

  function navigate(href: string, history: HistoryMode): NavigationResult {
    const verdict = classifyUrl(href, location.href);
    if (verdict.kind !== 'internal') return refuse(href, 'unsafe-url');
    // Like Next's addBasePath, which the soft router applies by itself.
    const target = href.startsWith('/')
      ? new URL(`${basePath}${verdict.path}`, verdict.url).href
      : verdict.url;
    // Within the page nothing is loaded, and no commit would tell of the end; it supersedes all the same.
    if (isThisPage(target)) end(IDLE);
    else begin(target, history);
    try {
      soft[history](href);
      return { outcome: 'started' };
    } catch (error) {
      return fallBack(target, history, error);
    }
  }

  return {
    push(href) {
      redirects.reset();
      return navigate(href, 'push');
    },
    replace(href) {
      redirects.reset();
      return navigate(href, 'replace');
    },
    redirect(href, { history }) {
      const from = underWay()?.target ?? location.href;
      const verdict = redirects.hop(from, href);
      if (verdict === 'cycle') return refuse(href, 'redirect-cycle');
      if (verdict === 'exhausted') return refuse(href, 'redirects-exhausted');
      return navigate(href, history);
    },
    began(target, { history }) {
      // `push` and `replace` hear of their own navigation from the soft router's side as well.
      if (underWay()?.target === target) return;
      redirects.reset();
      if (isThisPage(target)) end(IDLE);
      else begin(target, history);
    },
    commit(href) {
      const current = underWay();
      if (current === undefined) return;
      const shown = withoutFragment(href);
      const isSuperseded = superseded !== undefined && shown === withoutFragment(superseded);
      if (isSuperseded && shown !== withoutFragment(current.target)) return;
      end(IDLE);
    },
    fail(error) {
      const current = underWay();
      if (current !== undefined) fallBack(current.target, current.history, error);
    },
    reset: () => end(IDLE),
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
