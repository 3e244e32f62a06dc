import { startMonitoring } from '@adit/monitoring-client';
import { config } from './config';
import type { Settings } from './sdk';

export const monitoring = startMonitoring({
  config,
  load: async () => {
    const [{ start }, settings] = await Promise.all([import('./sdk'), fetchSettings()]);
    return { start: (early) => start(early, settings) };
  },
});

/** The settings with which the tunnel server was started. */
async function fetchSettings(): Promise<Settings> {
  const response = await fetch(config.tunnel);
  if (!response.ok) throw new Error(`The settings were answered ${response.status}.`);
  return (await response.json()) as Settings;
}
