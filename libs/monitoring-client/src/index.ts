export { isNotFoundDocument } from './not-found-document.ts';
export { isTranslatedDocument, watchPageLeave } from './page-state.ts';
export { startMonitoring } from './start-monitoring.ts';

export type { EarlyConfig } from './early/beacon.ts';
export type { EarlyData, EarlyItem } from './early/early-items.ts';
export type { NavigationTimeline } from './not-found-document.ts';
export type { LeavablePage, TranslatableDocument } from './page-state.ts';
export type {
  EarlyBuffer,
  MonitoringHandle,
  SdkModule,
  StartedSdk,
  StartMonitoringOptions,
} from './start-monitoring.ts';
