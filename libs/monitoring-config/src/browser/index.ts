export { buildNoiseFilter } from '../noise/noise-filter.ts';
export { NOISE_RULES } from '../noise/noise-rules.ts';
export { toBrowserOptions } from '../options/browser.ts';
export { readSentSettings } from '../sent-settings.ts';
export { sampleSessionReplay } from '../session-replay.ts';

export type { Monitoring, MonitoringOverrides } from '../define-monitoring.ts';
export type { NoiseFilter, NoiseFilterOptions } from '../noise/noise-filter.ts';
export type { BrowserOptionsHooks, ClientInitOptions } from '../options/browser.ts';
