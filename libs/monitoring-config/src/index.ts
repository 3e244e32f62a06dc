export { toBuildEnvironment } from './build-environment.ts';
export { MonitoringConfigError } from './config-error.ts';
export { defineForServer } from './define-for-server.ts';
export { defineMonitoring } from './define-monitoring.ts';
export { createInstrumentation } from './instrumentation/create-instrumentation.ts';
export { createNoiseFilter } from './create-noise-filter.ts';
export { toClientOptions } from './options/client.ts';
export { toEdgeOptions } from './options/edge.ts';
export { toServerOptions } from './options/server.ts';
export { createOutcomeLog } from './outcome-log.ts';
export { deriveRelease } from './release.ts';
export { readRuntimeConfig, serializeRuntimeConfig, warnOnMismatch } from './runtime-config.ts';
export { sampleSessionReplay } from './session-replay.ts';

export type { WrongVariable } from './define-for-server.ts';
export type { Monitoring, MonitoringOverrides } from './define-monitoring.ts';
export type { Instrumentation, InstrumentationOptions } from './instrumentation/create-instrumentation.ts';
export type { OptionsHooks } from './options/base.ts';
export type { ClientInitOptions, ClientOptionsHooks } from './options/client.ts';
export type { EdgeInitOptions } from './options/edge.ts';
export type { ServerInitOptions } from './options/server.ts';
export type { EventOutcome, OutcomeLog } from './outcome-log.ts';

export { createScrubber, NOISE_RULES } from '@adit/policy';
export type { NoiseFilter, NoiseFilterOptions, NoiseRule, ScrubOptions } from '@adit/policy';
