/** A named set of the router's numbers. Every field has its unit in its name or is a count. */
export interface Preset {
  /** Prefetch requests in flight at once, segments included. */
  readonly prefetchConcurrency: number;
  /** Segment prefetch requests in flight at once; they also count towards `prefetchConcurrency`. */
  readonly segmentPrefetchConcurrency: number;
  /** The time for which a prefetched entry is valid. */
  readonly prefetchStaleTimeMs: number;
  /** The time a route may take to load before the navigation becomes a full page load. */
  readonly routeLoadTimeoutMs: number;
  /** Retries (not attempts) of a server-rendered data fetch answered with a 5xx status. */
  readonly serverDataRetries: number;
}

const preset = (
  prefetchConcurrency: number,
  segmentPrefetchConcurrency: number,
  serverDataRetries: number,
): Preset =>
  Object.freeze({
    prefetchConcurrency,
    segmentPrefetchConcurrency,
    prefetchStaleTimeMs: 300_000,
    routeLoadTimeoutMs: 3_800,
    serverDataRetries,
  });

/** The numbers of the specification; each factory's defaults come from here. */
export const SPEC: Preset = /* @__PURE__ */ preset(5, 3, 3);

/**
 * The presets by name. `spec` is the default everywhere.
 *
 * - `next15_1`: as Next 15.1; its loop counts three attempts, which are two retries (shared/lib/router/router.js).
 * - `next16_4`: as Next 16.4, which prefetches only segments, four at a time (segment-cache/scheduler.js). The twelve
 * that it
 *   allows for the link under the pointer are not part of a limit that always holds.
 * - `conservative`: for servers with little capacity.
 */
export const presets: Readonly<Record<'spec' | 'next15_1' | 'next16_4' | 'conservative', Preset>> =
  /* @__PURE__ */ Object.freeze({
    spec: SPEC,
    next15_1: /* @__PURE__ */ preset(5, 3, 2),
    next16_4: /* @__PURE__ */ preset(4, 4, 2),
    conservative: /* @__PURE__ */ preset(2, 1, 1),
  });
