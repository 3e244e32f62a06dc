export { isNotFoundDocument } from './not-found-document.ts';
export { readRuntimeAttribute } from './runtime-attribute.ts';
export { startMonitoring } from './start-monitoring.ts';

export type { NavigationTimeline } from './not-found-document.ts';
export type { AttributeSource } from './runtime-attribute.ts';
export type {
  MonitoringHandle,
  MonitoringSdk,
  MonitoringStatus,
  StartMonitoringOptions,
} from './start-monitoring.ts';
