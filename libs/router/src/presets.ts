/** A named set of the router's numbers. Every field has its unit in its name or is a count. */
export interface Preset {
  /** Prefetch requests in flight at once, segments included. */
  readonly prefetchConcurrency: number;
  /** Segment prefetch requests in flight at once; they also count towards `prefetchConcurrency`. */
  readonly segmentPrefetchConcurrency: number;
  /** How long a prefetched entry is valid. */
  readonly prefetchStaleTimeMs: number;
  /** How long a failed entry blocks another attempt. */
  readonly prefetchRetryAfterMs: number;
  /** How long a route may load before the navigation becomes a full-page one. */
  readonly routeLoadTimeoutMs: number;
  /** Retries (not attempts) of a server-rendered data fetch answered with a 5xx status. */
  readonly serverDataRetries: number;
}

/** The numbers of the specification (S28–S33); each factory's defaults come from here. */
const spec: Preset = Object.freeze({
  prefetchConcurrency: 5,
  segmentPrefetchConcurrency: 3,
  prefetchStaleTimeMs: 300_000,
  prefetchRetryAfterMs: 10_000,
  routeLoadTimeoutMs: 3_800,
  serverDataRetries: 3,
});

/** The presets by name. `spec` is the default everywhere. */
export const presets: { readonly spec: Preset } = Object.freeze({ spec });
