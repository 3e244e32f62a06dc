import { isEnvelopeAddress } from '@adit/policy';
import type { Integration } from '@sentry/core';
import type { Monitoring } from '../define-monitoring.ts';
import type { OptionsHooks } from './base.ts';
import { toEdgeOptions, type EdgeInitOptions } from './edge.ts';

/** Options for `Sentry.init` in Node. */
export interface ServerInitOptions extends EdgeInitOptions {
  /** The SDK's option for the longest wait of a buffered log, in milliseconds. */
  _flushInterval: number;
}

/**
 * Returns the options for `Sentry.init` in Node: those of an edge runtime and a timer for logs. Envelopes that the tunnel forwards
 * get no span, no breadcrumb and no trace headers.
 * @throws {MonitoringConfigError} if `sdk` lacks a function.
 */
export function toServerOptions(monitoring: Monitoring, hooks: OptionsHooks): ServerInitOptions {
  const options = toEdgeOptions(monitoring, hooks);
  return {
    ...options,
    integrations: (defaults) => options.integrations(ignoreForwards(defaults, monitoring, hooks)),
    _flushInterval: monitoring.limits.logFlushIdleMs,
  };
}

/** A forward is outside the tracing context of its request, so `suppressTracing` around the request has no effect on it. */
function ignoreForwards(
  defaults: Integration[],
  { noise, ingestOrigins }: Monitoring,
  { sdk: { nativeNodeFetchIntegration: create } }: OptionsHooks,
): Integration[] {
  // If the rule is off or in a dry run, its spans must be visible.
  if (create === undefined || noise.dryRun || noise.disabled.includes('own-tunnel-span')) return defaults;
  const quiet = create({ ignoreOutgoingRequests: (url) => isEnvelopeAddress(url, ingestOrigins) });
  return defaults.map((integration) => (integration.name === quiet.name ? quiet : integration));
}
