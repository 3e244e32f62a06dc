import type { Monitoring } from '../define-monitoring.ts';
import { toBaseOptions, type BaseInitOptions, type OptionsHooks, type PageState } from './base.ts';

/** What {@link toClientOptions} takes besides the description. */
export interface ClientOptionsHooks extends OptionsHooks, PageState {}

/** Options for `Sentry.init` in a browser. */
export interface ClientInitOptions extends BaseInitOptions {
  tunnel?: string;
  /** For the replay integration, where it is loaded; `sampleSessionReplay` says whether to. */
  replaysSessionSampleRate: number;
  replaysOnErrorSampleRate: number;
  /** The SDK's own name for the longest wait of a buffered log, in milliseconds. */
  _flushInterval: number;
}

/** Builds the options for `Sentry.init` in a browser; everything is sent to the tunnel, whatever ingest is behind it. */
export function toClientOptions(
  monitoring: Monitoring,
  { isNotFoundPage, isTranslatedPage, isPageLeaving, ...hooks }: ClientOptionsHooks,
): ClientInitOptions {
  const { tunnel, limits, replaysSessionSampleRate, replaysOnErrorSampleRate } = monitoring;
  return {
    ...toBaseOptions(monitoring, 'client', hooks, { isNotFoundPage, isTranslatedPage, isPageLeaving }),
    ...(tunnel !== undefined && { tunnel }),
    replaysSessionSampleRate,
    replaysOnErrorSampleRate,
    _flushInterval: limits.logFlushIdleMs,
  };
}
