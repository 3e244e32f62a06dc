import { defineForServer, defineMonitoring, type Monitoring } from '@adit/monitoring-config';
import { adit } from '../adit-config.ts';
import { BUILT } from '../built-settings.ts';
import { checkOptions } from '../check-options.ts';
import { monitoringOverrides } from '../monitoring-overrides.ts';
import { TUNNEL_PATH } from '../tunnel-path.ts';
import { warnOnce } from './warn-once.ts';

/** Variables of the server win over those of the build; a blank variable is no value. */
const variables = {
  NEXT_PUBLIC_SENTRY_DSN: BUILT.dsn,
  NEXT_PUBLIC_SENTRY_ENVIRONMENT: BUILT.environment,
  ...process.env,
};

/** A wrong value must not take the site down: if `adit.config` has one that the build did not see, monitoring is off. */
function define(): Monitoring {
  const release = BUILT.release;
  try {
    const overrides = { ...monitoringOverrides(checkOptions(adit)), tunnelPath: TUNNEL_PATH, release };
    return defineForServer(variables, overrides, ({ message, instead }) => warnOnce(message, instead));
  } catch (error) {
    warnOnce(error, 'Monitoring is off.');
    return defineMonitoring({}, { release });
  }
}

/** Monitoring of this server: its variables, `adit.config`, and the release of the build. */
export const monitoring = define();
