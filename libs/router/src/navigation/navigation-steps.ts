import { callSafely } from '@adit/common';
import type { NavigationEvent } from '../events.ts';
import { classifyFailure, type FailureKind } from '../failures/classify-failure.ts';
import type { HardNavigationReason } from '../hard-navigation-reason.ts';
import type { HistoryMode } from '../history-mode.ts';
import type { TimerHandle } from '../platform.ts';
import { isSamePage, withoutFragment } from '../url/address.ts';
import { classifyUrl } from '../url/classify-url.ts';
import { isAmbiguous } from '../url/is-ambiguous.ts';
import type { HardNavigationResult } from './hard-navigation.ts';
import type {
  NavigationRefusal,
  NavigationResult,
  NavigationState,
  NavigatorOptions,
} from './navigator-types.ts';

/** The options of a navigator with their defaults, and the newest navigation. Every step takes it. */
export interface NavigatorContext extends NavigatorOptions {
  readonly slowMs: number;
  readonly routeLoadTimeoutMs: number;
  readonly documentTimeoutMs: number;
  readonly listeners: Set<() => void>;
  /** The pages of superseded navigations, until a page is shown. */
  readonly superseded: Set<string>;
  timers: readonly TimerHandle[];
  state: NavigationState;
  /** The address of the newest navigation. */
  target: string;
  history: HistoryMode;
  /** The page it started on, and that page's history entry. */
  from?: string | undefined;
  fromEntry?: string | undefined;
  startedAt: number;
  /** Whether its end has yet to be reported. */
  isOpen?: boolean;
  /** Whether the navigator is calling the soft router right now. */
  isCallingSoft?: boolean;
}

export const IDLE: NavigationState = { status: 'idle' };

type Phase<Event> = Event extends unknown ? Omit<Event, 'type' | 'url' | 'history'> : never;
type NavigationEnd = { phase: 'done' | 'abandoned' } | { phase: 'failed'; reason: NavigationRefusal };

/** Changes the state and notifies the listeners. */
function enter(context: NavigatorContext, next: NavigationState): void {
  if (next === context.state) return;
  context.state = next;
  for (const listener of context.listeners) callSafely(listener);
}

/** Changes the state to `loading`, or with the outcome of the full page load to `slow`. */
function enterPending(context: NavigatorContext, outcome?: 'none' | 'navigating'): void {
  const { target, history } = context;
  enter(
    context,
    outcome ? { status: 'slow', target, history, hard: { outcome } } : { status: 'loading', target, history },
  );
}

function report(context: NavigatorContext, phase: Phase<NavigationEvent>): void {
  callSafely(context.onEvent, {
    type: 'navigation',
    url: context.target,
    history: context.history,
    ...phase,
  });
}

const elapsedMs = (context: NavigatorContext): number => context.clock.now() - context.startedAt;

/** Whether the newest navigation has this address and has not ended. */
export const isRunning = (context: NavigatorContext, address: string): boolean =>
  !!context.isOpen && context.target === address;

/** Replaces the timers that run. */
export function setTimers(
  context: NavigatorContext,
  ...timers: readonly [act: () => void, delayMs: number][]
): void {
  for (const timer of context.timers) context.clock.clearTimeout(timer);
  context.timers = timers.map((timer) => context.clock.setTimeout(...timer));
}

/** Stops the timers, and reports the end of the newest navigation unless it has ended. */
function close(context: NavigatorContext, end: NavigationEnd): void {
  setTimers(context);
  if (!context.isOpen) return;
  context.isOpen = false;
  report(context, { ...end, durationMs: elapsedMs(context) });
}

/** Ends the newest navigation; afterwards none is under way. */
export function settle(context: NavigatorContext, phase: 'done' | 'abandoned'): void {
  close(context, { phase });
  context.superseded.clear();
  enter(context, IDLE);
}

/** Ends the newest navigation as failed. */
export function giveUp(context: NavigatorContext, reason: NavigationRefusal): NavigationResult {
  // The newest navigation's document may still arrive late; an older one's must not.
  if (reason !== 'no-document') context.hard.stay();
  close(context, { phase: 'failed', reason });
  enter(context, { status: 'failed', target: context.target, reason });
  return { outcome: 'refused', reason };
}

/** Starts a navigation, which supersedes the one before it. */
export function start(context: NavigatorContext, target: string, history: HistoryMode): void {
  if (context.state !== IDLE) context.superseded.add(withoutFragment(context.target));
  context.superseded.delete(withoutFragment(target));
  close(context, { phase: 'abandoned' });
  context.target = target;
  context.history = history;
  context.from = withoutFragment(context.location.href);
  context.fromEntry = context.location.entry;
  context.startedAt = context.clock.now();
  context.isOpen = true;
  report(context, { phase: 'started' });
}

/** Loads the document of the newest navigation. If the host throws, the timer reports that no document came. */
function loadDocument(context: NavigatorContext, reason: HardNavigationReason): HardNavigationResult {
  setTimers(context, [() => giveUp(context, 'no-document'), context.documentTimeoutMs]);
  const result = context.hard.hardNavigate(context.target, { reason, history: context.history });
  if (result.outcome === 'navigating') enterPending(context, result.outcome);
  return result;
}

/** Loads the document of the newest navigation, which has failed if the load is refused. */
export function leave(context: NavigatorContext, reason: HardNavigationReason): NavigationResult {
  const result = loadDocument(context, reason);
  return result.outcome === 'refused' ? giveUp(context, result.reason) : result;
}

/** Prepares a soft navigation. Returns a result if the soft router must not be called. */
export function prepare(
  context: NavigatorContext,
  target: string,
  history: HistoryMode,
): NavigationResult | undefined {
  const { hard } = context;
  // Nothing is loaded within the page, and no commit reports the end. The navigation still supersedes the one before,
  // unless it only scrolls: a plain link to a fragment does not stop a load either.
  if (isSamePage(target, context.location.href)) {
    if (!target.includes('#')) {
      hard.stay();
      settle(context, 'abandoned');
    }
    return undefined;
  }
  if (isRunning(context, target) && hard.isLeaving()) return { outcome: 'navigating' };
  start(context, target, history);
  // The document that is loading would replace the page of a soft navigation. Another document load replaces it; if
  // that is refused, the load is stopped, which also stops requests of the current page.
  if (hard.isLeaving()) {
    const result = loadDocument(context, 'document-superseded');
    if (result.outcome === 'navigating') return result;
    hard.stay();
  }
  setTimers(
    context,
    [
      () => {
        report(context, { phase: 'slow', durationMs: elapsedMs(context) });
        enterPending(context, 'none');
      },
      context.slowMs,
    ],
    [() => leave(context, 'route-timeout'), context.routeLoadTimeoutMs],
  );
  enterPending(context);
  return undefined;
}

export const kindOf = (context: NavigatorContext, error: unknown): FailureKind =>
  classifyFailure(error, { online: callSafely(context.isOnline) });

/** Loads the document because the soft router has failed. */
export const fallBack = (context: NavigatorContext, kind: FailureKind): NavigationResult =>
  leave(context, kind === 'missing-chunk' || kind === 'broken-data' ? kind : 'soft-navigation-failed');

/** Navigates softly within the site; to another site by a full page load, or not at all. */
export function navigate(
  context: NavigatorContext,
  href: string,
  history: HistoryMode,
  isRedirect = false,
): NavigationResult {
  const verdict = classifyUrl(href, context.location.href, { allowedOrigins: context.allowedOrigins ?? [] });
  if (verdict.kind === 'refused') {
    // The navigation under way continues, unless it is the one that was redirected here.
    if (context.isOpen && !isRedirect) return { outcome: 'refused', reason: 'unsafe-url' };
    start(context, href, history);
    return giveUp(context, 'unsafe-url');
  }
  if (verdict.kind !== 'internal') {
    start(context, verdict.url, history);
    return leave(context, verdict.kind);
  }
  // The soft router applies the base path by itself, as Next's addBasePath does.
  const target =
    href.startsWith('/') && !isAmbiguous(href)
      ? new URL(`${context.basePath ?? ''}${verdict.path}`, verdict.url).href
      : verdict.url;
  const result = prepare(context, target, history);
  if (result) return result;
  try {
    context.isCallingSoft = true;
    context.soft[history](isAmbiguous(href) ? verdict.url : href);
    return { outcome: 'started' };
  } catch (error) {
    if (!isRunning(context, target)) start(context, target, history);
    return fallBack(context, kindOf(context, error));
  } finally {
    context.isCallingSoft = false;
  }
}
