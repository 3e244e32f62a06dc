import type { Monitoring } from '../define-monitoring.ts';
import { checkHooks, type OptionsHooks, type PageState } from './base.ts';
import { createRuleJudge } from './rule-judge.ts';
import { toBrowserOptions, type ClientInitOptions } from './browser.ts';

export type { ClientInitOptions } from './browser.ts';

/** Options of {@link toClientOptions} besides the monitoring settings. */
export interface ClientOptionsHooks extends OptionsHooks, PageState {}

/**
 * Returns the options for `Sentry.init` in a browser. The browser sends everything to the tunnel.
 * @throws {MonitoringConfigError} if `sdk` lacks a function.
 */
export function toClientOptions(monitoring: Monitoring, hooks: ClientOptionsHooks): ClientInitOptions {
  const { isNotFoundPage, isTranslatedPage, isPageLeaving, noiseFilter, scrubber, ...others } =
    checkHooks(hooks);
  const judge = createRuleJudge(
    monitoring,
    'client',
    { log: others.log, noiseFilter, scrubber },
    { isNotFoundPage, isTranslatedPage, isPageLeaving },
  );
  return toBrowserOptions(monitoring, { ...others, judge });
}
