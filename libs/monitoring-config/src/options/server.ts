import type { Integration } from '@sentry/core';
import type { Monitoring } from '../define-monitoring.ts';
import { isEnvelopeAddress } from '../noise/own-requests.ts';
import type { OptionsHooks } from './base.ts';
import { toEdgeOptions, type EdgeInitOptions } from './edge.ts';

/** Options for `Sentry.init` in Node. */
export interface ServerInitOptions extends EdgeInitOptions {
  /** The SDK's own name for the longest wait of a buffered log, in milliseconds. */
  _flushInterval: number;
}

/**
 * Builds the options for `Sentry.init` in Node: those of an edge runtime, the timer that Node can run, and no span, breadcrumb or
 * trace header for envelopes that the tunnel forwards.
 */
export function toServerOptions(monitoring: Monitoring, hooks: OptionsHooks): ServerInitOptions {
  const options = toEdgeOptions(monitoring, hooks);
  return {
    ...options,
    integrations: (defaults) => options.integrations(ignoreForwards(defaults, monitoring, hooks)),
    _flushInterval: monitoring.limits.logFlushIdleMs,
  };
}

/** A forward is not in the tracing context of the request it belongs to, so `suppressTracing` around that would not reach it. */
function ignoreForwards(
  defaults: Integration[],
  { noise, ingestOrigins }: Monitoring,
  { sdk: { nativeNodeFetchIntegration: create } }: OptionsHooks,
): Integration[] {
  // Whoever switches the rule off, or tries it, wants to see what it would have dropped.
  if (create === undefined || noise.dryRun || noise.disabled.includes('own-tunnel-span')) return defaults;
  const quiet = create({ ignoreOutgoingRequests: (url) => isEnvelopeAddress(url, ingestOrigins) });
  return defaults.map((integration) => (integration.name === quiet.name ? quiet : integration));
}
