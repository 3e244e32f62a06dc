/** A host and a port. */
export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** The address of a Redis, and its user. */
export interface RedisAddress {
  readonly kind: 'single' | 'sentinel' | 'cluster';
  readonly isEncrypted: boolean;
  /** One node, the Sentinels, or some nodes of the cluster. */
  readonly nodes: readonly RedisNode[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** The Sentinels' name for the primary. Empty without Sentinels. */
  readonly primaryName: string;
  /** For the Sentinels themselves. */
  readonly sentinelUsername: string | undefined;
  readonly sentinelPassword: string | undefined;
  /** The address without credentials, for logs. */
  readonly shown: string;
}

/** The addresses that {@link parseRedisAddress} accepts, for error messages. */
export const REDIS_ADDRESSES =
  'redis://USER:PASSWORD@HOST:PORT/DATABASE, redis+sentinel://HOST:PORT,HOST:PORT/NAME or redis+cluster://HOST:PORT,HOST:PORT (rediss for TLS)';

/** Whether a value is meant to be a Redis address. */
export const isRedisAddress = (text: string): boolean => /^rediss?(\+\w*)?:/i.test(text);

const ADDRESS =
  /^redis(?<tls>s?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<credentials>.*)@)?(?<hosts>[^/?#@]+)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/s;

const DEFAULT_PORTS = { single: 6_379, sentinel: 26_379, cluster: 6_379 } as const;
const MAX_PORT = 65_535;

/**
 * Parses an address: `redis://`, `rediss://` with TLS, `redis+sentinel://` and `redis+cluster://` with several hosts.
 * Special characters in user and password are percent-encoded. Returns undefined if it is invalid.
 */
export function parseRedisAddress(text: string): RedisAddress | undefined {
  const groups = ADDRESS.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const kind = (groups['kind'] ?? 'single') as RedisAddress['kind'];
  const nodes = (groups['hosts'] ?? '').split(',').map((part) => parseNode(part, DEFAULT_PORTS[kind]));
  const credentials = parseCredentials(groups['credentials'] ?? '');
  const place = parsePath(kind, groups['path'] ?? '');
  const sentinel = parseSentinelCredentials(kind, groups['query']);
  if (credentials === undefined || place === undefined || sentinel === undefined) return undefined;
  if (!nodes.every((node) => node !== undefined) || (kind === 'single' && nodes.length > 1)) return undefined;
  return {
    kind,
    isEncrypted: groups['tls'] === 's',
    nodes,
    ...credentials,
    ...place,
    ...sentinel,
    shown: text.replace(/\/\/.*@/s, '//').replace(/\?.*$/s, ''),
  };
}

function parseNode(text: string, defaultPort: number): RedisNode | undefined {
  const [, inBrackets, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = inBrackets ?? plain;
  const number = Number(port ?? defaultPort);
  return host === undefined || number < 1 || number > MAX_PORT ? undefined : { host, port: number };
}

function parseCredentials(text: string): Pick<RedisAddress, 'username' | 'password'> | undefined {
  const [, username = '', password = ''] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  try {
    return {
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
    };
  } catch {
    return undefined;
  }
}

function parsePath(
  kind: RedisAddress['kind'],
  path: string,
): Pick<RedisAddress, 'database' | 'primaryName'> | undefined {
  const parts = path === '' ? [] : path.split('/');
  const primaryName = kind === 'sentinel' ? (parts.shift() ?? '') : '';
  if (kind === 'sentinel' && !/^[\w.-]+$/.test(primaryName)) return undefined;
  const [database = '0', ...rest] = parts;
  // A cluster has only database 0.
  if (rest.length > 0 || !/^\d{1,4}$/.test(database)) return undefined;
  return kind === 'cluster' && database !== '0' ? undefined : { database: Number(database), primaryName };
}

function parseSentinelCredentials(
  kind: RedisAddress['kind'],
  query: string | undefined,
): Pick<RedisAddress, 'sentinelUsername' | 'sentinelPassword'> | undefined {
  const values = new URLSearchParams(query);
  const sentinelUsername = values.get('sentinelUsername') ?? undefined;
  const sentinelPassword = values.get('sentinelPassword') ?? undefined;
  const known = [sentinelUsername, sentinelPassword].filter((value) => value !== undefined).length;
  if (values.size !== known || (known > 0 && kind !== 'sentinel')) return undefined;
  return { sentinelUsername, sentinelPassword };
}

/** Options for TLS connections, as PEM. */
export interface RedisTls {
  /** The trusted authorities. Default: Node's. */
  readonly ca: string | undefined;
  /** The certificate and key with which this client identifies itself to Redis. */
  readonly cert: string | undefined;
  readonly key: string | undefined;
}
