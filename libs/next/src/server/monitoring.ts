import { defineMonitoring } from '@adit/monitoring-config';
import { adit } from '../adit-config.ts';
import { BUILT } from '../built-settings.ts';
import { checkOptions } from '../check-options.ts';
import { monitoringOverrides } from '../monitoring-overrides.ts';
import { TUNNEL_PATH } from '../tunnel-path.ts';

/** Variables of the server win over those of the build; a blank variable is no value. */
const variables = {
  NEXT_PUBLIC_SENTRY_DSN: BUILT.dsn,
  NEXT_PUBLIC_SENTRY_ENVIRONMENT: BUILT.environment,
  ...process.env,
};

/** Monitoring of this server: its variables, `adit.config`, and the release of the build. */
export const monitoring = defineMonitoring(variables, {
  ...monitoringOverrides(checkOptions(adit)),
  tunnelPath: TUNNEL_PATH,
  release: BUILT.release,
});
