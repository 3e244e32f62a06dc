import { isBot } from '@adit/policy/bots';
import type { Monitoring } from '../define-monitoring.ts';
import { createPlainAddresses } from './plain-addresses.ts';
import { toBaseOptions, type BaseInitOptions, type OptionsHooks } from './base.ts';

/** Options for `Sentry.init` on an edge runtime. */
export interface EdgeInitOptions extends BaseInitOptions {
  /** Set if envelopes go to another origin than the DSN's. */
  tunnel?: string;
  transportOptions: { headers: Record<string, string> };
}

/**
 * The integration that drops an error that equals the one before it. On a server, that one was another visitor's. One
 * error object that is reported twice is dropped without it.
 */
const DEDUPE = 'Dedupe';

/** Server SDKs send no content type, and some receivers drop a body without one. */
const ENVELOPE_CONTENT_TYPE = 'application/x-sentry-envelope';

/**
 * Returns the options for `Sentry.init` in an edge runtime. There is no option for logs: edge runtimes allow no timer after the
 * response, so the SDK sends logs at the end of each request.
 * @throws {MonitoringConfigError} if `sdk` lacks a function.
 */
export function toEdgeOptions(monitoring: Monitoring, hooks: OptionsHooks): EdgeInitOptions {
  const { ingestUrl } = monitoring;
  const base = toBaseOptions(monitoring, 'server', hooks, { isBot });
  return {
    ...base,
    integrations: (defaults) => [
      ...base.integrations(defaults.filter(({ name }) => name !== DEDUPE)),
      createPlainAddresses(),
    ],
    ...(ingestUrl !== undefined && { tunnel: ingestUrl }),
    transportOptions: { headers: { 'Content-Type': ENVELOPE_CONTENT_TYPE } },
  };
}
