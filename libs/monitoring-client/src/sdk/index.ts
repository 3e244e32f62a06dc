export { startSdk } from './start-sdk.ts';

export type { StartedSdk } from '../start-monitoring.ts';
export type { LazyIntegration, StartSdkOptions } from './start-sdk.ts';
