import { callSafely } from '@adit/common';
import type { HistoryMode } from '../history-mode.ts';
import { MAX_TIMER_MS } from '../max-timer-ms.ts';
import { requireInteger } from '../options.ts';
import { SPEC } from '../presets.ts';
import { createRedirectBudget } from '../redirects/redirect-budget.ts';
import { isSamePage, withoutFragment } from '../url/address.ts';
import {
  fallBack,
  giveUp,
  IDLE,
  isRunning,
  kindOf,
  leave,
  navigate,
  prepare,
  setTimers,
  settle,
  start,
  type NavigatorContext,
} from './navigation-steps.ts';
import type { NavigationResult, Navigator, NavigatorOptions } from './navigator-types.ts';

export type * from './navigator-types.ts';

/** Whether the newest navigation is over once the router shows the page `href`. */
function isEndedBy(context: NavigatorContext, href: string): boolean {
  const shown = withoutFragment(href);
  if ((!isSamePage(href, context.target) && href !== context.location.href) || context.superseded.has(shown))
    return false;
  // A refresh or a scroll commits the page that the navigation started on; a redirect back to it writes the history entry.
  return (
    shown !== context.from ||
    (context.state.status !== 'failed' && href === shown && context.location.entry !== context.fromEntry)
  );
}

/**
 * Adds a deadline and full page loads to a soft router: if the soft push throws, fails later or takes longer than
 * `routeLoadTimeoutMs`, the document is loaded (push assigns, replace replaces). If the document is refused, or does
 * not arrive either, the navigation is `failed`. Every navigation ends.
 *
 * The deadline is a timer that starts with the navigation. Next starts its own inside `requestIdleCallback`
 * (client/lib/promise.js), where it never fires on a page that is never idle. In a hidden tab the timer fires up to a
 * minute late; in a frozen tab and on a sleeping machine it fires after waking up.
 *
 * Only addresses of this origin and of `allowedOrigins` are navigated to. Others are refused as `unsafe-url`: use a
 * plain link for an external address. If `push` or `replace` refuses an address while another navigation runs, that one
 * continues, and only the result reports the refusal.
 *
 * @throws RangeError if a number of milliseconds is not an integer from 1 to 2,147,483,647
 */
export function createNavigator(options: NavigatorOptions): Navigator {
  const { redirects = createRedirectBudget({ now: () => options.clock.now() }) } = options;
  const times = {
    slowMs: 1_000,
    routeLoadTimeoutMs: SPEC.routeLoadTimeoutMs,
    documentTimeoutMs: 10_000,
    reconnectSpreadMs: 2_000,
  };
  for (const option of Object.keys(times) as (keyof typeof times)[]) {
    const { [option]: value = times[option] } = options;
    requireInteger(option, value, 1, MAX_TIMER_MS);
    times[option] = value;
  }
  const context: NavigatorContext = {
    ...options,
    ...times,
    listeners: new Set(),
    superseded: new Set(),
    timers: [],
    state: IDLE,
    target: '',
    history: 'push',
    startedAt: 0,
  };

  /** Begins a navigation that is not a redirect. */
  const begin =
    (history: HistoryMode) =>
    (href: string): NavigationResult => {
      redirects.reset();
      return navigate(context, href, history);
    };

  return {
    push: begin('push'),
    replace: begin('replace'),
    redirect(href, { history: wanted }) {
      const verdict = redirects.hop(context.isOpen ? context.target : options.location.href, href);
      if (verdict === 'follow') {
        const isPendingPush =
          context.isOpen && context.history === 'push' && !isSamePage(context.target, options.location.href);
        return navigate(context, href, isPendingPush ? 'push' : wanted, true);
      }
      start(context, href, wanted);
      return giveUp(context, verdict);
    },
    began(target, { history }) {
      // The soft router reports the navigations of `push` and `replace` as well.
      if (context.isCallingSoft || isRunning(context, target)) return;
      redirects.reset();
      prepare(context, target, history);
    },
    commit(href) {
      if (isEndedBy(context, href)) settle(context, 'done');
    },
    fail(error, target = context.target) {
      if (!isRunning(context, target) || options.hard.isLeaving()) return;
      const kind = kindOf(context, error);
      if (kind !== 'control-flow' && kind !== 'cancelled') fallBack(context, kind);
    },
    proceed() {
      if (context.state.status !== 'failed') return undefined;
      start(context, context.target, context.history);
      return leave(context, 'confirmed');
    },
    online() {
      if ((context.state as { readonly reason?: string }).reason !== 'offline') return;
      setTimers(context, [
        () => callSafely(options.isOnline) !== false && navigate(context, context.target, context.history),
        Math.round((callSafely(options.random ?? Math.random) ?? 0) * times.reconnectSpreadMs),
      ]);
    },
    reset() {
      options.hard.stay(true);
      settle(context, 'abandoned');
    },
    state: () => context.state,
    subscribe(listener) {
      context.listeners.add(listener);
      return () => context.listeners.delete(listener);
    },
  };
}
