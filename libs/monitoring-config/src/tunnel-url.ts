import type { Dsn } from '@adit/common';

export const DEFAULT_TUNNEL_PATH = '/monitoring-tunnel';

/** The address to which browsers send. */
export function tunnelUrl(tunnelPath: string, { organizationId, projectId, region }: Dsn): string {
  const query = `o=${organizationId}&p=${projectId}`;
  return `${tunnelPath}?${query}${region === undefined ? '' : `&r=${region}`}`;
}
