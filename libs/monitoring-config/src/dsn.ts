/** The parts of a DSN: the address of one project and the public key that may write to it. */
export interface Dsn {
  readonly protocol: 'http' | 'https';
  readonly publicKey: string;
  /** Host name without port; an IPv6 address keeps its brackets. */
  readonly host: string;
  readonly port?: string;
  /** Path before the project id, such as `/sentry`; empty for none. */
  readonly path: string;
  readonly projectId: string;
  /** Taken from a `sentry.io` ingest host; `0` where the host names none, as on a self-hosted Sentry. */
  readonly organizationId: string;
  /** Two letters from a regional `sentry.io` ingest host. */
  readonly region?: string;
}

/** Longest DSN that is looked at, in characters. */
const MAX_DSN_LENGTH = 512;

const NO_ORGANIZATION = '0';

// The grammar of the SDKs (`utils/dsn.ts` in @sentry/core), with the project id held to digits as ingest demands.
const DSN = /^(https?):\/\/(\w+)(?::\w*)?@(\[[:.%\w]+\]|[\w.-]+)(?::(\d{1,5}))?((?:\/[\w.~-]+)*)\/(\d+)\/?$/;

// As `applyTunnelRouteOption` in @sentry/nextjs reads it.
const SAAS_HOST = /^o(\d+)\.ingest(?:\.([a-z]{2}))?\.sentry\.io$/;

/** Reads a DSN, stripping the deprecated secret; `undefined` for anything else. */
export function parseDsn(text: string): Dsn | undefined {
  if (text.length > MAX_DSN_LENGTH) return undefined;
  const match = DSN.exec(text);
  if (match === null) return undefined;
  const [, protocol = '', publicKey = '', host = '', port, path = '', projectId = ''] = match;
  const [, organizationId = NO_ORGANIZATION, region] = SAAS_HOST.exec(host) ?? [];
  return {
    protocol: protocol === 'http' ? 'http' : 'https',
    publicKey,
    host,
    ...(port !== undefined && { port }),
    path,
    projectId,
    organizationId,
    ...(region !== undefined && { region }),
  };
}

/** Writes a DSN without its secret. */
export function formatDsn(dsn: Dsn): string {
  return `${dsn.protocol}://${dsn.publicKey}@${authority(dsn)}${dsn.path}/${dsn.projectId}`;
}

/** Scheme and authority of the ingest a DSN leads to. */
export function dsnOrigin(dsn: Dsn): string {
  return `${dsn.protocol}://${authority(dsn)}`;
}

function authority({ host, port }: Dsn): string {
  return port === undefined ? host : `${host}:${port}`;
}
