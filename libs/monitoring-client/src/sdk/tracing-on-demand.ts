import type { EarlyItem } from '../early/early-items.ts';
import { drawOf } from '../visit/draw-of.ts';

/** Loads tracing for page loads and navigations that are sampled. */
export interface TracingOnDemand {
  /** Resolves when tracing is loaded, or cannot be, or the page load with this number is not sampled. Never rejects. */
  readonly forPageLoad: (draw: number | undefined) => Promise<void>;
  /**
   * Calls `report` at once. If a navigation needs tracing, it and what follows it wait until that is loaded; of live items
   * only navigations, because the SDK reports the others itself.
   */
  readonly inTurn: (item: EarlyItem, isLive: boolean, report: () => void) => void;
}

/**
 * @param load `loadTracing` of the SDK; without it, the SDK has tracing
 * @param rate the share of traces that are sampled, 0 to 1
 */
export function createTracingOnDemand(
  load: (() => PromiseLike<unknown>) | undefined,
  rate = 0,
): TracingOnDemand {
  let isLoaded = load === undefined;
  let loading: Promise<void> | undefined;

  /** Without the chunk, nothing is traced. */
  const attempt = async (): Promise<void> => {
    try {
      await load?.();
    } catch {
      // The chunk is missing, or the network is gone.
    }
  };

  return {
    async forPageLoad(draw) {
      if (isLoaded || draw === undefined || draw >= rate) return;
      await attempt();
      isLoaded = true;
    },
    inTurn(item, isLive, report) {
      const isNavigation = item.kind === 'navigation';
      if (!isLoaded && isNavigation && drawOf(item) < rate) loading ??= attempt();
      if (loading && (isNavigation || !isLive)) void loading.then(report);
      else report();
    },
  };
}
