export { BUDGET_STEPS } from './budget/budget-steps.ts';
export { fitEvent, MAX_EVENT_BYTES } from './budget/fit-event.ts';
export { toBuildEnvironment } from './build-environment.ts';
export { compareMonitoring, warnOnMismatch } from './compare-monitoring.ts';
export { MonitoringConfigError } from './config-error.ts';
export { defineMonitoring } from './define-monitoring.ts';
export { formatDsn, parseDsn } from './dsn.ts';
export { deriveEnvironment } from './environment.ts';
export { createInstrumentation } from './instrumentation/create-instrumentation.ts';
export { createNoiseFilter } from './noise/noise-filter.ts';
export { NOISE_RULES, NOISE_RULES_VERSION } from './noise/noise-rules.ts';
export { toClientOptions } from './options/client.ts';
export { toEdgeOptions } from './options/edge.ts';
export { toServerOptions } from './options/server.ts';
export { createOutcomeLog } from './outcome-log.ts';
export { describePlatform } from './platforms/describe-platform.ts';
export { deriveRelease } from './release.ts';
export { drawReplay } from './replay-draw.ts';
export {
  parseRuntimeConfig,
  readRuntimeConfig,
  readServerValues,
  renderRuntimeScript,
  serializeRuntimeConfig,
  toRuntimeScriptProps,
} from './runtime-config.ts';
export { createScrubber } from './scrub/scrubber.ts';
export { watchOutcomes } from './watch-outcomes.ts';

export type { BudgetStep, BudgetStepId } from './budget/budget-steps.ts';
export type { BudgetOptions } from './budget/fit-event.ts';
export type { ComparedField, MonitoringMismatch } from './compare-monitoring.ts';
export type { Monitoring, MonitoringOverrides, NoiseSettings } from './define-monitoring.ts';
export type { Dsn } from './dsn.ts';
export type { EnvironmentOptions, Platform } from './environment.ts';
export type {
  FailedRequest,
  FailedRequestContext,
  Instrumentation,
  InstrumentationOptions,
  InstrumentationSdk,
  TaggedScope,
} from './instrumentation/create-instrumentation.ts';
export type { MonitoringLimits } from './limits.ts';
export type { NoiseDrop, NoiseFilter, NoiseFilterOptions, NoiseVerdict } from './noise/noise-filter.ts';
export type { NoiseContext, NoiseRule, NoiseRuleId, NoiseSide } from './noise/noise-rules.ts';
export type { SpanFacts } from './noise/span-facts.ts';
export type { BaseInitOptions, OptionsHooks, SentrySdk } from './options/base.ts';
export type { ClientInitOptions, ClientOptionsHooks } from './options/client.ts';
export type { EdgeInitOptions } from './options/edge.ts';
export type { ServerInitOptions } from './options/server.ts';
export type { EventFate, EventOutcome, OutcomeLog, OutcomeLogOptions } from './outcome-log.ts';
export type { EnvironmentRecord } from './variables.ts';
export type { OutcomeSource } from './watch-outcomes.ts';
export type { DescribePlatformOptions, PlatformDescription } from './platforms/describe-platform.ts';
export type {
  RuntimeConfigOptions,
  RuntimeDocument,
  RuntimeScriptOptions,
  RuntimeScriptProps,
} from './runtime-config.ts';
export type { DrawStorage, ReplayDraw, ReplayDrawOptions } from './replay-draw.ts';
export type { Scrubber } from './scrub/scrubber.ts';
export type { ScrubSettings } from './scrub/scrub-settings.ts';
export type { ScrubOptions } from './scrub/scrub-settings.ts';
