import { callSafely } from '../call-safely.ts';
import type { NavigationEvent } from '../events.ts';
import { MAX_TIMER_MS, requireInteger } from '../options.ts';
import type { TimerHandle } from '../platform.ts';
import { SPEC } from '../presets.ts';
import { createRedirectBudget } from '../redirects/redirect-budget.ts';
import { classifyFailure, type FailureKind } from '../failures/classify-failure.ts';
import { withoutFragment } from '../url/address.ts';
import { classifyUrl } from '../url/classify-url.ts';
import { isAmbiguous } from '../url/is-ambiguous.ts';
import type { HardNavigationReason, HardNavigationRefusal } from '../hard-navigation-reason.ts';
import type { HardNavigationResult } from './hard-navigation.ts';
import type { HistoryMode } from '../history-mode.ts';
import type {
  NavigationRefusal,
  NavigationResult,
  NavigationState,
  Navigator,
  NavigatorOptions,
} from './navigator-types.ts';

export type * from './navigator-types.ts';

const IDLE: NavigationState = { status: 'idle' };

type Phase<Event> = Event extends unknown ? Omit<Event, 'type' | 'url' | 'history'> : never;
type NavigationEnd = { phase: 'done' | 'abandoned' } | { phase: 'failed'; reason: NavigationRefusal };

/**
 * Ties a soft router to the deadline and to full-page navigation: when the soft push throws, fails later or takes
 * longer than the route-load time-out, the document is loaded (push assigns, replace replaces). A navigation whose
 * document is refused, or does not come either, is `failed`: none ends in silence.
 *
 * The deadline is a timer that starts with the navigation. Next starts its own inside `requestIdleCallback`
 * (client/lib/promise.js), where it never fires on a page that is never idle. A hidden tab's timer fires up to a minute
 * late, and that of a frozen tab or a sleeping machine once it wakes.
 *
 * Only addresses of this origin are navigated to, and those of `allowedOrigins`; others are refused as `unsafe-url`,
 * because an external link is a plain link. Where `push` or `replace` refuses one while another navigation runs, that
 * one goes on, and only the result tells.
 *
 * @throws RangeError when a number of milliseconds is not an integer from 1 to 2,147,483,647
 */
export function createNavigator({
  soft,
  hard,
  location,
  clock,
  isOnline,
  allowedOrigins = [],
  onEvent,
  slowMs = 1_000,
  routeLoadTimeoutMs = SPEC.routeLoadTimeoutMs,
  documentTimeoutMs = 10_000,
  reconnectSpreadMs = 2_000,
  redirects = createRedirectBudget({ now: () => clock.now() }),
  random = Math.random,
  basePath = '',
}: NavigatorOptions): Navigator {
  for (const [option, value] of Object.entries({
    slowMs,
    routeLoadTimeoutMs,
    documentTimeoutMs,
    reconnectSpreadMs,
  }))
    requireInteger(option, value, 1, MAX_TIMER_MS);
  const listeners = new Set<() => void>();
  /** The pages of navigations that newer ones took the place of, until one is shown. */
  const superseded = new Set<string>();
  const timers: TimerHandle[] = [];
  let state: NavigationState = IDLE;
  // The newest navigation: where to, the page it started on, when, and whether it has yet to end.
  let target = '';
  let history: HistoryMode = 'push';
  let from = '';
  let fromEntry: string | undefined;
  let startedAt = 0;
  let isOpen = false;
  let isCallingSoft = false;

  function enter(next: NavigationState): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) callSafely(listener);
  }

  const isThisPage = (address: string): boolean =>
    withoutFragment(address) === withoutFragment(location.href);

  const isRunning = (address: string): boolean => isOpen && target === address;

  function report(phase: Phase<NavigationEvent>): void {
    callSafely(onEvent, { type: 'navigation', url: target, history, ...phase });
  }

  function after(delayMs: number, act: () => void): void {
    timers.push(clock.setTimeout(act, delayMs));
  }

  function stopTimers(): void {
    for (const timer of timers.splice(0)) clock.clearTimeout(timer);
  }

  /** Ends the newest navigation, unless that has ended. */
  function close(end: NavigationEnd): void {
    stopTimers();
    if (!isOpen) return;
    isOpen = false;
    report({ ...end, durationMs: clock.now() - startedAt });
  }

  function settle(phase: 'done' | 'abandoned'): void {
    close({ phase });
    superseded.clear();
    enter(IDLE);
  }

  function giveUp(reason: NavigationRefusal): NavigationResult {
    // A late document is welcome; that of an older navigation is not.
    if (reason !== 'no-document') hard.stay();
    close({ phase: 'failed', reason });
    enter({ status: 'failed', target, reason });
    return { outcome: 'refused', reason };
  }

  function start(href: string, mode: HistoryMode): void {
    if (state !== IDLE) superseded.add(withoutFragment(target));
    superseded.delete(withoutFragment(href));
    close({ phase: 'abandoned' });
    target = href;
    history = mode;
    from = withoutFragment(location.href);
    fromEntry = location.entry;
    startedAt = clock.now();
    isOpen = true;
    report({ phase: 'started' });
  }

  /** Loads the newest navigation's document. If the host throws, the timer reports that nothing came. */
  function leave(reason: HardNavigationReason): NavigationResult;
  function leave<Otherwise>(
    reason: HardNavigationReason,
    refused: (reason: HardNavigationRefusal) => Otherwise,
  ): HardNavigationResult | Otherwise;
  function leave(
    reason: HardNavigationReason,
    refused: (reason: HardNavigationRefusal) => unknown = giveUp,
  ): unknown {
    stopTimers();
    after(documentTimeoutMs, () => giveUp('no-document'));
    const result = hard.hardNavigate(target, { reason, history });
    if (result.outcome === 'refused') return refused(result.reason);
    enter({ status: 'slow', target, history, hard: result });
    return result;
  }

  /** Readies everything around a soft navigation; answers where there is to be none. */
  function prepare(address: string, mode: HistoryMode): NavigationResult | undefined {
    // Within the page nothing is loaded, and no commit would tell of the end. It supersedes all the same, unless it only
    // scrolls: a plain link to a fragment stops no load either.
    if (isThisPage(address)) {
      if (!address.includes('#')) {
        hard.stay();
        settle('abandoned');
      }
      return undefined;
    }
    if (isRunning(address) && hard.isLeaving()) return { outcome: 'navigating' };
    start(address, mode);
    // The document on its way would replace the page of a soft navigation. Another document takes its place; if that is
    // refused, the load is stopped, which also stops requests of the current page.
    const departure =
      hard.isLeaving() &&
      leave('document-superseded', () => {
        hard.stay();
        return undefined;
      });
    if (departure) return departure;
    stopTimers();
    after(slowMs, () => {
      report({ phase: 'slow', durationMs: clock.now() - startedAt });
      enter({ status: 'slow', target, history, hard: { outcome: 'none' } });
    });
    after(routeLoadTimeoutMs, () => leave('route-timeout'));
    enter({ status: 'loading', target, history });
    return undefined;
  }

  const kindOf = (error: unknown): FailureKind => classifyFailure(error, { online: callSafely(isOnline) });

  const fallBack = (kind: FailureKind): NavigationResult =>
    leave(kind === 'missing-chunk' || kind === 'broken-data' ? kind : 'soft-navigation-failed');

  function attempt(address: string, mode: HistoryMode, href: string): NavigationResult {
    const departure = prepare(address, mode);
    if (departure) return departure;
    try {
      isCallingSoft = true;
      soft[mode](href);
      return { outcome: 'started' };
    } catch (error) {
      if (!isRunning(address)) start(address, mode);
      return fallBack(kindOf(error));
    } finally {
      isCallingSoft = false;
    }
  }

  function navigate(href: string, mode: HistoryMode, isRedirect = false): NavigationResult {
    const verdict = classifyUrl(href, location.href, { allowedOrigins });
    if (verdict.kind === 'internal') {
      const { url, path } = verdict;
      if (isAmbiguous(href)) return attempt(url, mode, url);
      // Like Next's addBasePath, which the soft router applies by itself.
      return attempt(href.startsWith('/') ? new URL(`${basePath}${path}`, url).href : url, mode, href);
    }
    const isRefused = verdict.kind === 'refused';
    // What runs goes on, unless it is what leads there.
    if (isRefused && isOpen && !isRedirect) return { outcome: 'refused', reason: 'unsafe-url' };
    start(isRefused ? href : verdict.url, mode);
    return isRefused ? giveUp('unsafe-url') : leave(verdict.kind);
  }

  /** A navigation of somebody's own, which no redirect has led to. */
  const begin =
    (mode: HistoryMode) =>
    (href: string): NavigationResult => {
      redirects.reset();
      return navigate(href, mode);
    };

  return {
    push: begin('push'),
    replace: begin('replace'),
    redirect(href, { history: wanted }) {
      const verdict = redirects.hop(isOpen ? target : location.href, href);
      if (verdict === 'follow') {
        const isPendingPush = isOpen && history === 'push' && !isThisPage(target);
        return navigate(href, isPendingPush ? 'push' : wanted, true);
      }
      start(href, wanted);
      return giveUp(verdict === 'cycle' ? 'redirect-cycle' : 'redirects-exhausted');
    },
    began(address, { history: mode }) {
      // `push` and `replace` hear of their own navigation from the soft router's side as well.
      if (isCallingSoft || isRunning(address)) return;
      redirects.reset();
      prepare(address, mode);
    },
    commit(href) {
      const shown = withoutFragment(href);
      if ((shown !== withoutFragment(target) && href !== location.href) || superseded.has(shown)) return;
      // Also told of where the navigation started, by a refresh or a scroll; a redirect back writes the history entry.
      const isNews = state.status !== 'failed' && href === shown && location.entry !== fromEntry;
      if (shown !== from || isNews) settle('done');
    },
    fail(error, address = target) {
      if (!isRunning(address) || hard.isLeaving()) return;
      const kind = kindOf(error);
      if (kind !== 'control-flow' && kind !== 'cancelled') fallBack(kind);
    },
    proceed() {
      if (state.status !== 'failed') return undefined;
      start(target, history);
      return leave('confirmed');
    },
    online() {
      if ((state as { readonly reason?: string }).reason !== 'offline') return;
      stopTimers();
      after(Math.round((callSafely(random) ?? 0) * reconnectSpreadMs), () => {
        if (callSafely(isOnline) !== false) navigate(target, history);
      });
    },
    reset() {
      hard.stay(true);
      settle('abandoned');
    },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
