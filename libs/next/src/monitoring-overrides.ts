import type { MonitoringOverrides } from '@adit/monitoring-config';
import type { AditOptions, MonitoringSettings } from './options.ts';

/** Options that `defineMonitoring` does not have. */
const OWN: Readonly<Record<Exclude<keyof MonitoringSettings, keyof MonitoringOverrides>, true>> = {
  enabled: true,
  tunnelOrigin: true,
  rules: true,
  rulesIn: true,
  beforeSend: true,
  dataCollection: true,
  integrations: true,
  user: true,
  feedback: true,
  replay: true,
  keepErrors: true,
  load: true,
  quietMs: true,
  log: true,
};

/** Returns the options of `defineMonitoring`. */
export function monitoringOverrides({ monitoring = {} }: AditOptions): MonitoringOverrides {
  return Object.fromEntries(Object.entries(monitoring).filter(([name]) => !Object.hasOwn(OWN, name)));
}
