import { defineForServer, defineMonitoring, type Monitoring } from '@adit/monitoring-config';
import { adit } from '../adit-config.ts';
import { BUILT } from '../built-settings.ts';
import { checkOptions } from '../check-options.ts';
import { monitoringOverrides } from '../monitoring-overrides.ts';
import { TUNNEL_PATH } from '../tunnel-path.ts';
import { warnOnce } from './warn-once.ts';

/** Variables of the server win over those of the build; blank ones are ignored. */
const variables = {
  NEXT_PUBLIC_SENTRY_DSN: BUILT.dsn,
  NEXT_PUBLIC_SENTRY_ENVIRONMENT: BUILT.environment,
  ...process.env,
};

/** An invalid value must not stop the site: if `adit.config` has one that the build did not find, monitoring is off. */
function define(): Monitoring {
  const release = BUILT.release;
  try {
    const overrides = { ...monitoringOverrides(checkOptions(adit)), tunnelPath: TUNNEL_PATH, release };
    const defined = defineForServer(variables, overrides, ({ message, instead }) =>
      warnOnce(message, instead),
    );
    return adit.monitoring?.enabled === false ? { ...defined, dsn: undefined } : defined;
  } catch (error) {
    warnOnce(error, 'Monitoring is off.');
    return defineMonitoring({}, { release });
  }
}

/** Monitoring of this server: its variables, `adit.config`, and the release of the build. */
export const monitoring = define();
