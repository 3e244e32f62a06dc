import { callSafely } from '@adit/common';
import type { RouterEventSink } from '../events.ts';
import type { LocationLike } from '../platform.ts';
import type { ReloadBreaker } from '../reload/reload-breaker.ts';
import { isSamePage } from '../url/address.ts';
import { classifyUrl, type UrlVerdict } from '../url/classify-url.ts';
import type { HardNavigationReason, HardNavigationRefusal } from '../hard-navigation-reason.ts';
import type { HistoryMode } from '../history-mode.ts';

/** The result of a full page load. */
export type HardNavigationResult =
  | { readonly outcome: 'navigating' }
  | { readonly outcome: 'refused'; readonly reason: HardNavigationRefusal };

/** Options of a full page load. */
export interface HardNavigationOptions {
  /** The reason, for the event. */
  readonly reason: HardNavigationReason;
  /** `push` assigns, `replace` replaces. Default `push`. */
  readonly history?: HistoryMode | undefined;
}

/** Makes full page loads, unless a guard refuses. */
export interface HardNavigator {
  /**
   * Loads `target`. Refuses if the address is unsafe, the host is offline, unsent input would be lost, or this build has
   * already loaded the page once.
   */
  hardNavigate(target: string, options: HardNavigationOptions): HardNavigationResult;
  /**
   * Whether a full page load has started and may still arrive. Hosts do not report downloads, empty answers or
   * cancelled loads.
   */
  isLeaving(): boolean;
  /** Stops a full page load. Pass `isStopped` if the host has stopped it already, as for Back and Forward. */
  stay(isStopped?: boolean): void;
}

/** Options of {@link createHardNavigator}. */
export interface HardNavigatorOptions {
  /** The `window.location` to navigate. */
  readonly location: LocationLike;
  /** Allows one full page load for each build and target. */
  readonly breaker: Pick<ReloadBreaker, 'claim'>;
  /** Other origins that may be loaded, as in `https://accounts.example`. Default none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * `false` only if the host knows that it has no network: a full page load would end on the browser's own error page.
   */
  readonly isOnline?: (() => boolean) | undefined;
  /** Whether the visitor has typed input that is not sent. Then only the reason `confirmed` may leave the page. */
  readonly hasUnsavedInput?: (() => boolean) | undefined;
  /** Called with every full page load and every refusal. Errors it throws are reported as uncaught. */
  readonly onEvent?: RouterEventSink | undefined;
}

/** Loads a document even if its address is the current one: assigning that with a fragment would only scroll. */
function loadDocument(location: LocationLike, href: string, history: HistoryMode): void {
  if (isSamePage(href, location.href)) {
    if (href !== location.href) location.replace(href);
    location.reload();
  } else location[history === 'push' ? 'assign' : 'replace'](href);
}

/** Makes full page loads, the last resort of a failed navigation: at most once for each build and target. */
export function createHardNavigator({
  location,
  breaker,
  allowedOrigins = [],
  isOnline,
  hasUnsavedInput,
  onEvent,
}: HardNavigatorOptions): HardNavigator {
  function refuse(verdict: UrlVerdict, isConfirmed: boolean): HardNavigationRefusal | undefined {
    if (verdict.kind === 'refused') return 'unsafe-url';
    if (callSafely(isOnline) === false) return 'offline';
    if (!isConfirmed && callSafely(hasUnsavedInput)) return 'unsaved-input';
    // Another site plays no part in this site's reload loops, and its address must not be marked. The breaker is asked
    // last, because asking uses the permission up. A confirmed load is marked as well.
    if (verdict.kind === 'external' || breaker.claim(verdict.url) || isConfirmed) return undefined;
    return 'already-reloaded';
  }

  let isLeaving = false;

  return {
    isLeaving: () => isLeaving,
    stay(isStopped) {
      if (isLeaving && !isStopped) location.stop?.();
      isLeaving = false;
    },
    hardNavigate(target, { reason, history = 'push' }) {
      const verdict = classifyUrl(target, location.href, { allowedOrigins });
      const refusal = refuse(verdict, reason === 'confirmed');
      callSafely(onEvent, { type: 'hard-navigation', url: target, reason, refusal });
      if (refusal) return { outcome: 'refused', reason: refusal };
      loadDocument(location, (verdict as { readonly url: string }).url, history);
      isLeaving = true;
      return { outcome: 'navigating' };
    },
  };
}
