import { startMonitoring } from '@adit/monitoring-client';
import { adit } from '../adit-config.ts';
import { RELEASE } from '../built-values.ts';
import { TUNNEL_PATH } from '../tunnel-path.ts';
import { fetchSettings } from './settings.ts';

/** Listens from the first moment. The SDK follows in a chunk of its own, together with the server's settings. */
export const monitoring = startMonitoring({
  load: async () => {
    const [{ start }, settings] = await Promise.all([import('./sdk.ts'), fetchSettings()]);
    return { start: (early) => start(early, settings) };
  },
  // `adit` is no DSN: the tunnel puts that of its server in its place.
  config: { dsn: 'adit', tunnel: TUNNEL_PATH, release: RELEASE },
  quietMs: adit.monitoring?.quietMs,
});
