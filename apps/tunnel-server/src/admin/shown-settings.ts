import type { ServerConfig } from '../config/config.ts';
import { shownPolicy } from '../config/policy-config.ts';
import { dsnLabel } from '../log/log-rate-limits.ts';
import { redactSetting } from '../log/redact.ts';

/** The configuration for a bug report: no token, key or password, and DSNs by host and project. */
export function shownSettings({
  host,
  port,
  adminHost,
  adminPort,
  workers,
  logLevel,
  spool,
  policy,
  spoolMaxBytes,
  throttle,
  shutdownTimeoutMs,
  tunnel: { allowedDsns, ingestOrigin, trustedProxies, ...tunnel },
}: ServerConfig): unknown {
  return {
    ...{ host, port, adminHost, adminPort, workers, logLevel, spoolMaxBytes, throttle, shutdownTimeoutMs },
    spool: spool.kind,
    policy: shownPolicy(policy),
    tunnel: {
      ...tunnel,
      projects: allowedDsns.map(dsnLabel),
      ingestOrigin: ingestOrigin && redactSetting(ingestOrigin),
      trustedProxies: trustedProxies.length,
    },
  };
}
