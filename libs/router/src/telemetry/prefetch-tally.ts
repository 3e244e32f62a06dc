import type { RouterEvent, RouterEventSink } from '../events.ts';
import type { HardNavigationReason } from '../hard-navigation-reason.ts';
import type { PrefetchRefusal } from '../prefetch-types.ts';

/** Counts of used and wasted prefetches so far. A reason that never occurred is absent. */
export interface PrefetchTallySnapshot {
  /** Prefetched answers that a navigation found at hand. */
  readonly used: number;
  /** Prefetched answers that were not used. */
  readonly wasted: number;
  /** Navigations that had to wait for their prefetch. */
  readonly late: number;
  /** Navigations without a prefetch. */
  readonly missed: number;
  /** Prefetches answered, failed and cancelled. */
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Of prefetched answers, where known. */
  readonly bytes: number;
  /** Bytes of the answers that were not used. */
  readonly wastedBytes: number;
  readonly refusals: Readonly<Partial<Record<PrefetchRefusal, number>>>;
  /** Documents loaded in place of a soft navigation. */
  readonly fallbacks: Readonly<Partial<Record<HardNavigationReason, number>>>;
  /** Newer builds that a page load caught up with. */
  readonly skewRecoveries: number;
  /** `used` of all navigations that asked; `undefined` before the first. */
  readonly hitRatio: number | undefined;
  /** `wasted` of all prefetches whose worth is known; `undefined` before the first. */
  readonly wasteRatio: number | undefined;
}

/** Counts events. */
export interface PrefetchTally {
  /** Where the events go. */
  readonly sink: RouterEventSink;
  /** The counts since the start or the last `reset`. */
  snapshot(): PrefetchTallySnapshot;
  /** Starts at 0 again. */
  reset(): void;
}

const emptyCounts = () => ({
  used: 0,
  wasted: 0,
  late: 0,
  missed: 0,
  done: 0,
  failed: 0,
  cancelled: 0,
  bytes: 0,
  wastedBytes: 0,
  skewRecoveries: 0,
});

const ratio = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole);

function count<Reason extends string>(counts: Partial<Record<Reason, number>>, reason: Reason): void {
  counts[reason] = (counts[reason] ?? 0) + 1;
}

/** Counts what prefetching was worth and why navigations left the soft path. It keeps no addresses. */
export function createPrefetchTally(): PrefetchTally {
  let counts = emptyCounts();
  let refusals: Partial<Record<PrefetchRefusal, number>> = {};
  let fallbacks: Partial<Record<HardNavigationReason, number>> = {};

  function countPrefetch(event: RouterEvent & { readonly type: 'prefetch' }): void {
    if (event.priority === 'navigation') {
      if (event.phase === 'queued') counts.missed += 1;
    } else if (event.phase === 'refused') count(refusals, event.reason);
    else if (event.phase !== 'queued' && event.phase !== 'started') {
      counts[event.phase] += 1;
      if (event.phase === 'done') counts.bytes += event.bytes ?? 0;
    }
  }

  return {
    sink(event) {
      switch (event.type) {
        case 'prefetch':
          countPrefetch(event);
          break;
        case 'prefetch-used':
          counts.used += 1;
          break;
        case 'prefetch-late':
          counts.late += 1;
          break;
        case 'prefetch-wasted':
          counts.wasted += 1;
          counts.wastedBytes += event.bytes ?? 0;
          break;
        case 'hard-navigation':
          if (event.refusal === undefined) count(fallbacks, event.reason);
          break;
        case 'skew-recovered':
          counts.skewRecoveries += 1;
          break;
        default:
      }
    },
    snapshot() {
      const { used, wasted, late, missed } = counts;
      return {
        ...counts,
        refusals: { ...refusals },
        fallbacks: { ...fallbacks },
        hitRatio: ratio(used, used + late + missed),
        wasteRatio: ratio(wasted, used + late + wasted),
      };
    },
    reset() {
      counts = emptyCounts();
      refusals = {};
      fallbacks = {};
    },
  };
}
