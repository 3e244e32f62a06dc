import { createTunnel } from '@adit/tunnel';
import { monitoring } from './monitoring/server';

const { dsn, tunnelPath, ingestOrigin } = monitoring;

/** The tunnel to the configured ingest; undefined where no DSN is configured. */
export const tunnel = dsn ? createTunnel({ allowedDsns: [dsn], path: tunnelPath, ingestOrigin }) : undefined;
