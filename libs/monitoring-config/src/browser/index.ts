export { toBrowserOptions } from '../options/browser.ts';
export { judgeInTunnel } from '../options/page-judge.ts';
export { readSentSettings } from '../sent-settings.ts';
export { sampleSessionReplay } from '../session-replay.ts';

export type { Judge } from '../options/judge.ts';
export type { Monitoring, MonitoringOverrides } from '../define-monitoring.ts';
export type { BrowserOptionsHooks, ClientInitOptions } from '../options/browser.ts';
