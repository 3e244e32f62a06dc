import type { Monitoring } from '../define-monitoring.ts';
import { toBaseOptions, type BaseInitOptions, type OptionsHooks } from './base.ts';

/** Options for `Sentry.init` on an edge runtime. */
export interface EdgeInitOptions extends BaseInitOptions {
  /** Set when envelopes go to an ingest origin other than the DSN's. */
  tunnel?: string;
  transportOptions: { headers: Record<string, string> };
}

/** The server SDKs send no content type, and some receivers drop a body that has none. */
const ENVELOPE_CONTENT_TYPE = 'application/x-sentry-envelope';

/**
 * Builds the options for `Sentry.init` in an edge runtime. Nothing about logs: that SDK turns their timer off, for edge
 * runtimes forbid timers after the answer, and flushes at the end of each request instead.
 */
export function toEdgeOptions(monitoring: Monitoring, hooks: OptionsHooks): EdgeInitOptions {
  const { ingestUrl } = monitoring;
  return {
    ...toBaseOptions(monitoring, 'server', hooks),
    ...(ingestUrl !== undefined && { tunnel: ingestUrl }),
    transportOptions: { headers: { 'Content-Type': ENVELOPE_CONTENT_TYPE } },
  };
}
