export { defineAdit } from './define-adit.ts';

export type {
  AditOptions,
  MonitoringSettings,
  RouterOptions,
  ScreenOptions,
  TunnelSettings,
} from './options.ts';
