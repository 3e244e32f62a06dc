import type { HardNavigationReason, HardNavigationRefusal } from './hard-navigation-reason.ts';
import type { HistoryMode } from './history-mode.ts';
import type { PrefetchKind, PrefetchPriority, PrefetchRefusal } from './prefetch-types.ts';

/**
 * The state of one prefetch. `id` identifies it within its source, from its request to its end, and has no other
 * meaning; `prefetchLinks` sets none. `url` is absolute.
 */
export type PrefetchEvent = {
  readonly type: 'prefetch';
  readonly id?: string | undefined;
  readonly url: string;
  readonly kind: PrefetchKind;
  readonly priority: PrefetchPriority;
} & (
  | { readonly phase: 'queued' | 'started' | 'cancelled' }
  | { readonly phase: 'refused'; readonly reason: PrefetchRefusal }
  | {
      readonly phase: 'done';
      /** From the start of the request to the end of its body. */
      readonly durationMs: number;
      /** Size of the body, if known. */
      readonly bytes?: number | undefined;
    }
  | { readonly phase: 'failed'; readonly durationMs: number }
);

/** Whether a prefetch was used, reported once for each. */
export type PrefetchWorthEvent =
  /** A navigation used its answer. */
  | {
      readonly type: 'prefetch-used';
      readonly url: string;
      /** Time since its answer. */
      readonly ageMs: number;
      readonly bytes?: number | undefined;
    }
  /** It became stale, was evicted, or the visitor left the page without using it. */
  | { readonly type: 'prefetch-wasted'; readonly url: string; readonly bytes?: number | undefined }
  /** The navigation began while it was waiting or in flight. */
  | { readonly type: 'prefetch-late'; readonly url: string };

/**
 * The state of a navigation. Each `started` is followed by exactly one `done`, `failed` or `abandoned` (by a newer
 * navigation, or because the visitor went back), unless the page is left before that.
 */
export type NavigationEvent = {
  readonly type: 'navigation';
  readonly url: string;
  readonly history: HistoryMode;
} & (
  | { readonly phase: 'started' }
  | { readonly phase: 'slow' | 'done' | 'abandoned'; readonly durationMs: number }
  | { readonly phase: 'failed'; readonly durationMs: number; readonly reason: string }
);

/** A full page load instead of a soft navigation, or its refusal. */
export interface HardNavigationEvent {
  readonly type: 'hard-navigation';
  readonly url: string;
  readonly reason: HardNavigationReason;
  /** Absent if the page is being loaded. */
  readonly refusal?: HardNavigationRefusal | undefined;
}

/** How a newer build was noticed. */
export type SkewSource = 'header' | 'build-id' | 'poll' | 'server-action' | 'missing-chunk';

/** A newer build was noticed, or a page that was reloaded to get one has rendered. */
export interface SkewEvent {
  readonly type: 'skew-found' | 'skew-recovered';
  readonly source?: SkewSource | undefined;
  /** The build of this page. */
  readonly from: string;
  /** The build that answers now, if known. */
  readonly to?: string | undefined;
}

/** The host lost its network, or regained it. */
export interface ConnectivityEvent {
  readonly type: 'connectivity';
  readonly online: boolean;
}

/** Every event of the router. */
export type RouterEvent =
  PrefetchEvent | PrefetchWorthEvent | NavigationEvent | HardNavigationEvent | SkewEvent | ConnectivityEvent;

/**
 * Receives events. Errors it throws are reported as uncaught. Addresses are complete, so shorten them before they leave
 * the browser.
 */
export type RouterEventSink = (event: RouterEvent) => void;
