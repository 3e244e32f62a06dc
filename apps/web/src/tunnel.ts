import { createTunnel } from '@adit/tunnel';
import { monitoring } from './monitoring/server';

const { dsn, tunnelPath, ingestOrigin } = monitoring;

/** Proxies in front of this app, as addresses and CIDR blocks separated by commas. */
export const trustedProxies = (process.env.ADIT_TRUSTED_PROXIES ?? '').split(/[\s,]+/).filter(Boolean);

/** The tunnel to the configured ingest; undefined where no DSN is configured. */
export const tunnel = dsn
  ? createTunnel({ allowedDsns: [dsn], path: tunnelPath, ingestOrigin, trustedProxies })
  : undefined;
