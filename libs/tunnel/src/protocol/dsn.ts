import type { Dsn } from '@adit/common';

export { parseDsn, type Dsn } from '@adit/common';

/**
 * What makes two DSNs the same: host, port, path, project and public key. The protocol is left out: the destination
 * is built from the configured DSN whatever a client writes, so a page that names `http` cannot weaken it.
 */
export function dsnIdentity({ publicKey, host, port, path, projectId }: Dsn): string {
  return `${publicKey}@${host}:${port}${path}/${projectId}`;
}
