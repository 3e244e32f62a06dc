import type { Monitoring } from '../define-monitoring.ts';
import { assembleOptions, type AssemblyHooks, type BaseInitOptions, type PageState } from './assemble.ts';

/** Options of {@link toBrowserOptions} besides the monitoring settings. */
export interface BrowserOptionsHooks extends AssemblyHooks, PageState {}

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
export function toBrowserOptions(monitoring: Monitoring, given: BrowserOptionsHooks): ClientInitOptions {
  const { isNotFoundPage, isTranslatedPage, isPageLeaving, ...hooks } = given;
  const { tunnel, limits, replaysSessionSampleRate, replaysOnErrorSampleRate } = monitoring;
  return {
    ...assembleOptions(monitoring, 'client', hooks, { isNotFoundPage, isTranslatedPage, isPageLeaving }),
    ...(tunnel !== undefined && { tunnel }),
    replaysSessionSampleRate,
    replaysOnErrorSampleRate,
    _flushInterval: limits.logFlushIdleMs,
  };
}
