import type { LocationLike } from '../platform.ts';
import type { ReloadBreaker } from '../skew/reload-breaker.ts';
import { withoutFragment } from '../url/address.ts';
import { classifyUrl, type UrlVerdict } from '../url/classify-url.ts';
import type { HistoryMode } from './history-mode.ts';

/** Why a soft navigation became a full-page one. */
export type HardNavigationReason =
  'route-timeout' | 'missing-chunk' | 'broken-data' | 'soft-navigation-failed';

/** Why no document is loaded. */
export type HardNavigationRefusal = 'already-reloaded' | 'unsafe-url' | 'offline';

/** What became of the wish to load a document. */
export type HardNavigationResult =
  | { readonly outcome: 'navigating' }
  | { readonly outcome: 'refused'; readonly reason: HardNavigationRefusal };

/** How to load a document. */
export interface HardNavigationOptions {
  /** Why; passed on to `onResult`. */
  readonly reason: HardNavigationReason;
  /** `push` assigns, `replace` replaces. Default `push`. */
  readonly history?: HistoryMode | undefined;
}

/** Loads documents, guarded. */
export interface HardNavigator {
  /** Loads `target` unless it is unsafe, the host is offline, or it was loaded for the same build already (S14). */
  hardNavigate(target: string, options: HardNavigationOptions): HardNavigationResult;
}

/** Options of {@link createHardNavigator}. */
export interface HardNavigatorOptions {
  /** Where documents are loaded. */
  readonly location: LocationLike;
  /** Who allows it. */
  readonly breaker: Pick<ReloadBreaker, 'attempt'>;
  /** The gate for addresses. Default {@link classifyUrl}; only `internal` passes. */
  readonly classify?: ((href: string, base: string) => UrlVerdict) | undefined;
  /** `false` only when the host knows that it has no network: a document load would end on the browser's own error page. */
  readonly isOnline?: (() => boolean) | undefined;
  /** Told of every result, with its reason; for monitoring. */
  readonly onResult?: ((result: HardNavigationResult, reason: HardNavigationReason) => void) | undefined;
}

const refused = (reason: HardNavigationRefusal): HardNavigationResult => ({ outcome: 'refused', reason });

/** Loads a document also where its address is the current one: assigning that, with a fragment, would only scroll. */
function loadDocument(location: LocationLike, href: string, history: HistoryMode): void {
  if (withoutFragment(href) === withoutFragment(location.href)) {
    if (href !== location.href) location.replace(href);
    location.reload();
  } else if (history === 'push') location.assign(href);
  else location.replace(href);
}

/** Makes the last resort of a broken navigation: a full-page load, at most once for each build and target. */
export function createHardNavigator({
  location,
  breaker,
  classify = classifyUrl,
  isOnline = () => true,
  onResult,
}: HardNavigatorOptions): HardNavigator {
  function attempt(target: string, history: HistoryMode): HardNavigationResult {
    const verdict = classify(target, location.href);
    if (verdict.kind !== 'internal') return refused('unsafe-url');
    if (!isOnline()) return refused('offline');
    const permission = breaker.attempt(verdict.url);
    if (!permission.allowed) return refused('already-reloaded');
    loadDocument(location, permission.href, history);
    return { outcome: 'navigating' };
  }

  return {
    hardNavigate(target, { reason, history = 'push' }) {
      const result = attempt(target, history);
      onResult?.(result, reason);
      return result;
    },
  };
}
