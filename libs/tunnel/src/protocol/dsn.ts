/** The parts of a DSN: the address of one project and the public key that may write to it. */
export interface Dsn {
  readonly protocol: 'http' | 'https';
  readonly publicKey: string;
  /** Lower case; an IPv6 address keeps its brackets. */
  readonly host: string;
  /** Empty where the DSN names none, or the one its protocol implies. */
  readonly port: string;
  /** Path before the project id, such as `/sentry`; empty for none. */
  readonly path: string;
  readonly projectId: string;
  /** `0` where the host names no organization, as on a self-hosted Sentry. */
  readonly organizationId: string;
  /** Two letters from a regional `sentry.io` ingest host. */
  readonly region: string | undefined;
}

/** Longest DSN that is looked at, in characters: a host name has at most 253, the rest is short. */
const MAX_DSN_LENGTH = 1_024;

// The grammar of the SDKs (`utils/dsn.ts` in @sentry/core), with the project id held to digits as ingest demands.
// Every class is ASCII, so a host in another script, a second `@` or a backslash never parses.
const DSN = /^(https?):\/\/(\w+)(?::\w*)?@(\[[\d:.a-f]+\]|[\w.-]+)(?::(\d{1,5}))?((?:\/[\w.~-]+)*)\/(\d+)$/i;

const DEFAULT_PORTS = { http: '80', https: '443' } as const;

const NO_ORGANIZATION = '0';

// As `applyTunnelRouteOption` in @sentry/nextjs reads it.
const ORGANIZATION_HOST = /^o(\d+)\.ingest(?:\.([a-z]{2}))?\.sentry\.io$/;

/** Reads a DSN, stripping the deprecated secret; `undefined` for anything else. */
export function parseDsn(text: string): Dsn | undefined {
  const match = text.length > MAX_DSN_LENGTH ? null : DSN.exec(text);
  if (match === null) return undefined;
  const [, scheme = '', publicKey = '', mixedCaseHost = '', port = '', path = '', projectId = ''] = match;
  const protocol = scheme.toLowerCase() === 'http' ? 'http' : 'https';
  const host = mixedCaseHost.toLowerCase();
  const [, organizationId = NO_ORGANIZATION, region] = ORGANIZATION_HOST.exec(host) ?? [];
  return {
    protocol,
    publicKey,
    host,
    port: port === DEFAULT_PORTS[protocol] ? '' : port,
    path,
    projectId,
    organizationId,
    region,
  };
}

/**
 * What makes two DSNs the same: host, port, path, project and public key. The protocol is left out: the destination
 * is built from the configured DSN whatever a client writes, so a page that names `http` cannot weaken it.
 */
export function dsnIdentity({ publicKey, host, port, path, projectId }: Dsn): string {
  return `${publicKey}@${host}:${port}${path}/${projectId}`;
}
