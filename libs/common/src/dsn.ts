/** The parts of a DSN: the address of one project and the public key that may write to it. */
export interface Dsn {
  readonly protocol: 'http' | 'https';
  readonly publicKey: string;
  /** Lower case, without port. An IPv6 address keeps its brackets. */
  readonly host: string;
  /** Empty if the DSN names none, or the default of its protocol. */
  readonly port: string;
  /** Path before the project id, such as `/sentry`; empty for none. */
  readonly path: string;
  readonly projectId: string;
  /** From a `sentry.io` ingest host; otherwise `0`, as on a self-hosted Sentry. */
  readonly organizationId: string;
  /** Two letters from a regional `sentry.io` ingest host. */
  readonly region: string | undefined;
}

/** Longest DSN that is read, in characters. A host name has at most 253; the rest is short. */
const MAX_DSN_LENGTH = 1_024;

// The grammar of the SDKs (`utils/dsn.ts` in @sentry/core). The project id has only digits, as ingest demands, and a slash may
// follow it. Every class is ASCII, so a host in another script, a second `@` or a backslash never matches.
const DSN =
  /^(https?):\/\/(\w+)(?::\w*)?@(\[[\d:.a-f]+\]|[\w.-]+)(?::(\d{1,5}))?((?:\/[\w.~-]+)*)\/(\d+)\/?$/i;

const DEFAULT_PORTS = { http: '80', https: '443' } as const;

// As `applyTunnelRouteOption` in @sentry/nextjs reads it.
const ORGANIZATION_HOST = /^o(\d+)\.ingest(?:\.([a-z]{2}))?\.sentry\.io$/;

type Groups = [
  text: string,
  scheme: string,
  key: string,
  host: string,
  port: string | undefined,
  path: string,
  project: string,
];

/** Reads a DSN and leaves out the deprecated secret. `undefined` if the text is no DSN. */
export function parseDsn(text: string): Dsn | undefined {
  const match = text.length > MAX_DSN_LENGTH ? null : DSN.exec(text);
  if (match === null) return undefined;
  const [, scheme, publicKey, mixedCaseHost, port = '', path, projectId] = match as unknown as Groups;
  const protocol = scheme.toLowerCase() === 'http' ? 'http' : 'https';
  const host = mixedCaseHost.toLowerCase();
  const [, organizationId = '0', region] = ORGANIZATION_HOST.exec(host) ?? [];
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
 * Advice to append to the error about an invalid DSN. Empty unless the only fault is a project that is a name instead
 * of a number; some backends use names. `makeDsn` of @sentry/core accepts digits only and reports others only if
 * `debug` is on.
 */
export function adviceOnDsn(text: string): string {
  const [, rest, project = ''] = /^(.*\/)([\w.~-]+)\/?$/s.exec(text) ?? [];
  if (rest === undefined || /^\d/.test(project) || parseDsn(`${rest}0`) === undefined) return '';
  return '; the project must be a number: the Sentry SDK for JavaScript refuses any other too, sends nothing, and says so only with debug';
}

/** Scheme and authority of a DSN, such as `https://o1.ingest.sentry.io`. */
export function dsnOrigin({ protocol, host, port }: Dsn): string {
  return `${protocol}://${host}${port && `:${port}`}`;
}

/** Writes a DSN, without a secret. */
export function formatDsn(dsn: Dsn): string {
  return `${dsnOrigin(dsn).replace('//', `//${dsn.publicKey}@`)}${dsn.path}/${dsn.projectId}`;
}
