import { startMonitoring } from '@adit/monitoring-client';
import { adit } from '../adit-config.ts';
import { RELEASE } from '../built-values.ts';
import { EARLY_DSN } from '../early-envelope.ts';
import { TUNNEL_PATH } from '../tunnel-path.ts';
import { fetchSettings } from './settings.ts';

/** Listens from the first moment. The SDK follows in a chunk of its own, together with the server's settings. */
export const monitoring = startMonitoring({
  load: async () => {
    const [{ start }, settings] = await Promise.all([import('./sdk.ts'), fetchSettings()]);
    return { start: (early) => start(early, settings) };
  },
  config: { dsn: EARLY_DSN, tunnel: TUNNEL_PATH, release: RELEASE },
  quietMs: adit.monitoring?.quietMs,
});
