import type { Monitoring } from '../define-monitoring.ts';
import { toBaseOptions, type BaseInitOptions, type OptionsHooks, type PageState } from './base.ts';

/** Options of {@link toClientOptions} besides the monitoring settings. */
export interface ClientOptionsHooks extends OptionsHooks, PageState {}

/** Options for `Sentry.init` in a browser. */
export interface ClientInitOptions extends BaseInitOptions {
  tunnel?: string;
  /** For the replay integration; `sampleSessionReplay` decides whether to load it. */
  replaysSessionSampleRate: number;
  replaysOnErrorSampleRate: number;
  /** The SDK's option for the longest wait of a buffered log, in milliseconds. */
  _flushInterval: number;
}

/**
 * Returns the options for `Sentry.init` in a browser. The browser sends everything to the tunnel.
 * @throws {MonitoringConfigError} if `sdk` lacks a function.
 */
export function toClientOptions(monitoring: Monitoring, given: ClientOptionsHooks): ClientInitOptions {
  const { isNotFoundPage, isTranslatedPage, isPageLeaving, ...hooks } = Object(given) as ClientOptionsHooks;
  const { tunnel, limits, replaysSessionSampleRate, replaysOnErrorSampleRate } = monitoring;
  return {
    ...toBaseOptions(monitoring, 'client', hooks, { isNotFoundPage, isTranslatedPage, isPageLeaving }),
    ...(tunnel !== undefined && { tunnel }),
    replaysSessionSampleRate,
    replaysOnErrorSampleRate,
    _flushInterval: limits.logFlushIdleMs,
  };
}
