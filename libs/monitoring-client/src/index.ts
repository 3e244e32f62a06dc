export { isNotFoundDocument } from './not-found-document.ts';
export { isTranslatedDocument, watchPageLeave } from './page-state.ts';
export { startMonitoring } from './start-monitoring.ts';

export type { ErrorContext } from './early/early-items.ts';
export type { EarlyConfig } from './early/error-envelope.ts';
export type { CreateVisit, Session, Visit } from './visit/visit.ts';
export type { EarlyBuffer, MonitoringHandle, StartMonitoringOptions } from './start-monitoring.ts';
