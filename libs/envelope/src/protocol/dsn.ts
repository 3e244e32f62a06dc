import type { Dsn } from '@adit/common';

export { adviceOnDsn, parseDsn, type Dsn } from '@adit/common';

/**
 * Returns the identity of a DSN: host, port, path, project and public key. The protocol is not part of it: the tunnel
 * always uses the configured DSN's protocol, so a page that names `http` cannot weaken it.
 */
export function dsnIdentity({ publicKey, host, port, path, projectId }: Dsn): string {
  return `${publicKey}@${host}:${port}${path}/${projectId}`;
}

/** Names the project of a DSN without its key: `o450.ingest.sentry.io/4509`. */
export function projectName({ host, port, path, projectId }: Dsn): string {
  return `${host}${port && `:${port}`}${path}/${projectId}`;
}
