import type { Monitoring } from '../define-monitoring.ts';
import { assembleOptions, type AssemblyHooks, type BaseInitOptions } from './assemble.ts';

/** Options of {@link toBrowserOptions} besides the monitoring settings. */
export type BrowserOptionsHooks = AssemblyHooks;

/** Options for `Sentry.init` in a browser. */
export interface ClientInitOptions extends BaseInitOptions {
  tunnel?: string;
  /** For the replay integration; `sampleSessionReplay` decides whether to load it. */
  replaysSessionSampleRate: number;
  replaysOnErrorSampleRate: number;
  /** The SDK's option for the longest wait of a buffered log, in milliseconds. */
  _flushInterval: number;
}

/** Returns the options for `Sentry.init` in a browser, without checks. The browser sends everything to the tunnel. */
export function toBrowserOptions(monitoring: Monitoring, hooks: BrowserOptionsHooks): ClientInitOptions {
  const { tunnel, limits, replaysSessionSampleRate, replaysOnErrorSampleRate } = monitoring;
  return {
    ...assembleOptions(monitoring, hooks),
    ...(tunnel !== undefined && { tunnel }),
    replaysSessionSampleRate,
    replaysOnErrorSampleRate,
    _flushInterval: limits.logFlushIdleMs,
  };
}
