export { startSdk } from './start-sdk.ts';

export type { StartedSdk } from '../start-monitoring.ts';
export type { ReplayTarget } from './replay.ts';
export type { BrowserSdk, LazyIntegration, StartSdkOptions } from './start-sdk.ts';
