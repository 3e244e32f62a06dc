import type { Monitoring } from '../define-monitoring.ts';
import type { OptionsHooks } from './base.ts';
import { toEdgeOptions, type EdgeInitOptions } from './edge.ts';

/** Options for `Sentry.init` in Node. */
export interface ServerInitOptions extends EdgeInitOptions {
  /** The SDK's own name for the longest wait of a buffered log, in milliseconds. */
  _flushInterval: number;
}

/** Builds the options for `Sentry.init` in Node: those of an edge runtime, and the timer that Node can run. */
export function toServerOptions(monitoring: Monitoring, hooks: OptionsHooks): ServerInitOptions {
  return { ...toEdgeOptions(monitoring, hooks), _flushInterval: monitoring.limits.logFlushIdleMs };
}
