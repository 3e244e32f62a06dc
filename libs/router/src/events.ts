import type { HardNavigationReason, HardNavigationRefusal } from './hard-navigation-reason.ts';
import type { HistoryMode } from './history-mode.ts';
import type { PrefetchKind, PrefetchPriority, PrefetchRefusal } from './prefetch-types.ts';

/**
 * The state of one prefetch. `id` names it among those of its source, from its request to its end, and has no other meaning;
 * `prefetchLinks` gives none. `url` is absolute.
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
      /** Of the body, where known. */
      readonly bytes?: number | undefined;
    }
  | { readonly phase: 'failed'; readonly durationMs: number }
);

/** Whether a prefetch was used, reported once for each. */
export type PrefetchWorthEvent =
  /** A navigation found its answer here. */
  | {
      readonly type: 'prefetch-used';
      readonly url: string;
      /** Since its answer. */
      readonly ageMs: number;
      readonly bytes?: number | undefined;
    }
  /** It went stale, was evicted, or the visitor left the page without using it. */
  | { readonly type: 'prefetch-wasted'; readonly url: string; readonly bytes?: number | undefined }
  /** The navigation came while it was still waiting or in flight. */
  | { readonly type: 'prefetch-late'; readonly url: string };

/**
 * The state of a navigation. After each `started` comes exactly one `done`, `failed` or `abandoned` (by a newer navigation, or
 * because the visitor went back), unless the page is left before.
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

/** A full page load in place of a soft navigation, or its refusal. */
export interface HardNavigationEvent {
  readonly type: 'hard-navigation';
  readonly url: string;
  readonly reason: HardNavigationReason;
  /** Absent if the page is being loaded. */
  readonly refusal?: HardNavigationRefusal | undefined;
}

/** How a newer build was noticed. */
export type SkewSource = 'header' | 'build-id' | 'poll' | 'server-action' | 'missing-chunk';

/** A newer build was noticed, or a page loaded to catch up with one has rendered. */
export interface SkewEvent {
  readonly type: 'skew-found' | 'skew-recovered';
  readonly source?: SkewSource | undefined;
  /** The build of this page. */
  readonly from: string;
  /** The build that answers now, where known. */
  readonly to?: string | undefined;
}

/** The host lost its network, or found it again. */
export interface ConnectivityEvent {
  readonly type: 'connectivity';
  readonly online: boolean;
}

/** Every event of the router. */
export type RouterEvent =
  PrefetchEvent | PrefetchWorthEvent | NavigationEvent | HardNavigationEvent | SkewEvent | ConnectivityEvent;

/** Receives events. What it throws is reported as uncaught; addresses are complete, so redact them before they leave the browser (`redactUrls`). */
export type RouterEventSink = (event: RouterEvent) => void;
