import * as Sentry from '@sentry/node';
import { faultResponse, type HttpFaultStatus } from '@adit/fallback-ui/document';
import {
  defineForServer,
  defineMonitoring,
  serializeRuntimeConfig,
  toServerOptions,
  type Monitoring,
  type MonitoringOverrides,
} from '@adit/monitoring-config';
import type { Tunnel } from '@adit/tunnel';
import { interceptHttpServers } from '@adit/tunnel/node';
import { IS_DEVELOPMENT, RELEASE, SITE_NAME, TUNNEL_PATH } from '../built.ts';
import { SERVER_KEY, sharedServer, type SharedServer } from '../shared-server.ts';
import { createServerTunnel } from './create-server-tunnel.ts';
import { say } from './say.ts';

/** Options of {@link startServer}. */
export interface StartServerOptions {
  /** The name of the site, for titles of error pages. Default: that of the plugin `@adit/kits/vite`. */
  readonly siteName?: string | undefined;
  /** Monitoring settings that win over the server's variables. Default for `release`: that of the plugin. */
  readonly monitoring?: Omit<MonitoringOverrides, 'tunnelPath'> | undefined;
  /** More integrations of the SDK. Default none. */
  readonly integrations?: Parameters<typeof toServerOptions>[1]['integrations'];
}

/** Monitoring of this server. Its functions never throw. */
export interface ServerKit extends SharedServer {
  readonly monitoring: Monitoring;
  /** Answers `/monitoring-tunnel`. HTTP servers of Node answer it without help; other hosts pass their requests to `fetch`. */
  readonly tunnel: Tunnel;
  /**
   * Reports an error, an object only once, and returns its reference, which the error page shows. `undefined` if
   * monitoring is off.
   */
  readonly captureError: (error: unknown) => string | undefined;
  /** Returns the reference of the newest error of the current request; `undefined` if there was none, or monitoring is off. */
  readonly lastReference: () => string | undefined;
  /**
   * Returns the error page with this status, in the visitor's language, or problem details if `Accept` prefers JSON.
   * `undefined` for a status without a page of its own: all but 401, 403, 404, 429, 500 and 503.
   * @param replaced the headers of the answer that it replaces, whose cookies it keeps. Default none
   */
  readonly faultResponse: (
    status: number,
    request: Request,
    reference?: string,
    replaced?: Headers,
  ) => Response | undefined;
}

/**
 * Starts monitoring of this server: the SDK with the settings of its variables, and the tunnel, which answers before the
 * framework sees the request. Only the first call in a process starts it; later ones return the same kit. Never throws:
 * with a wrong setting, the server runs without monitoring and says so once.
 */
export function startServer(options: StartServerOptions = {}): ServerKit {
  return (sharedServer[SERVER_KEY] as ServerKit | undefined) ?? (sharedServer[SERVER_KEY] = start(options));
}

function start({ siteName = SITE_NAME, monitoring: overrides, integrations }: StartServerOptions): ServerKit {
  const monitoring = define({ release: RELEASE, ...overrides, tunnelPath: TUNNEL_PATH });
  const isOn = monitoring.dsn !== undefined;
  init(monitoring, integrations);
  const tunnel = createServerTunnel(monitoring, serializeRuntimeConfig(monitoring));
  interceptHttpServers(tunnel);

  const references = new WeakMap<object, string>();
  return {
    monitoring,
    tunnel,
    captureError: (error) => {
      if (!isOn) return undefined;
      // A primitive gets a new object each time: each one thrown is an error of its own.
      const key = Object(error) as object;
      const reference = references.get(key) ?? Sentry.captureException(error);
      references.set(key, reference);
      return reference;
    },
    lastReference: () => (isOn ? Sentry.lastEventId() : undefined),
    faultResponse: (status, request, reference, replaced) => {
      if (!isFault(status)) return undefined;
      const document = faultResponse(status, { siteName, request, reference });
      for (const cookie of replaced?.getSetCookie() ?? []) document.headers.append('set-cookie', cookie);
      return document;
    },
  };
}

/** An integration of the application may throw. */
function init(monitoring: Monitoring, integrations: StartServerOptions['integrations']): void {
  try {
    Sentry.init(toServerOptions(monitoring, { sdk: Sentry, integrations }));
  } catch (error) {
    say(error, 'Errors of this server are not reported.');
  }
}

/** A variable of the same name wins. */
const DEFAULTS = IS_DEVELOPMENT ? { SENTRY_ENVIRONMENT: 'development' } : {};

/** An invalid setting must not stop the site. Each one gets a line, and a missing one only if no invalid one is the reason. */
function define(overrides: MonitoringOverrides): Monitoring {
  const wrong: string[] = [];
  try {
    const monitoring = defineForServer(
      { ...DEFAULTS, ...process.env },
      overrides,
      ({ name, message, instead }) => {
        wrong.push(name);
        say(message, instead);
      },
    );
    const isSaid = (end: RegExp): boolean => wrong.some((name) => end.test(name));
    if (monitoring.dsn === undefined) {
      if (!isSaid(/_DSN$|_ORIGIN$/)) say('SENTRY_DSN is not set', 'Monitoring is off.');
    } else if (monitoring.release === undefined && !isSaid(/_RELEASE$/)) {
      say(
        'No release was found',
        'Events have none: set SENTRY_RELEASE, or name and version in package.json, for the build.',
      );
    }
    return monitoring;
  } catch (error) {
    say(error, 'Monitoring is off.');
    return defineMonitoring({}, { tunnelPath: TUNNEL_PATH });
  }
}

const FAULTS: readonly number[] = [401, 403, 404, 429, 500, 503] satisfies HttpFaultStatus[];
const isFault = (status: number): status is HttpFaultStatus => FAULTS.includes(status);
