export { clearKeptErrors } from '../kept/forget-errors.ts';
export { countRecorded } from './count-recorded.ts';
export { fetchSettings } from './fetch-settings.ts';
export { keepForNetwork } from './keep-for-network.ts';
export { pause } from './pause.ts';
export { startSdk } from './start-sdk.ts';

export type { SettingsAnswer } from './fetch-settings.ts';
export type { StartedSdk } from '../start-monitoring.ts';
export type { IntegrationOptions, LazyIntegration, StartSdkOptions } from './start-sdk.ts';
