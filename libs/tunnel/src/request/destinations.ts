import {
  dsnIdentity,
  ingestAuth,
  ingestEndpoint,
  projectName,
  routeQueries,
  type Dsn,
  type IngestEndpoint,
} from '@adit/envelope';

/** The destination of the envelopes of one configured DSN. */
export interface Destination {
  readonly dsn: Dsn;
  /** The identity of its DSN. */
  readonly identity: string;
  /** Host and project of its DSN. */
  readonly project: string;
  readonly endpoint: IngestEndpoint;
  /** The value of `X-Sentry-Auth`. */
  readonly auth: string;
  /** The queries that SDKs write for it. They are known to agree with it. */
  readonly usualQueries: ReadonlySet<string>;
}

/** All destinations. Requests do not add to them. */
export interface Destinations {
  /** Finds the destination by a DSN that is written exactly as in the configuration, as nearly all are. */
  readonly byText: (text: string) => Destination | undefined;
  readonly byIdentity: (identity: string) => Destination | undefined;
  /** Finds the destination by project and public key, on any ingest; the first of several. */
  readonly byKey: (projectId: string, publicKey: string) => Destination | undefined;
  readonly all: readonly Destination[];
}

/** A DSN of the configuration. */
export interface ConfiguredDsn {
  readonly text: string;
  readonly dsn: Dsn;
}

/** Derives the destinations from the configured DSNs, once. */
export function createDestinations(
  configured: readonly ConfiguredDsn[],
  ingestOrigin: string | undefined,
): Destinations {
  const byText = new Map<string, Destination>();
  const byIdentity = new Map<string, Destination>();
  const byKey = new Map<string, Destination>();
  for (const { text, dsn } of configured) {
    const identity = dsnIdentity(dsn);
    const destination = byIdentity.get(identity) ?? {
      dsn,
      identity,
      project: projectName(dsn),
      endpoint: ingestEndpoint(dsn, ingestOrigin),
      auth: ingestAuth(dsn.publicKey),
      usualQueries: routeQueries(dsn),
    };
    byIdentity.set(identity, destination);
    byText.set(text, destination);
    const key = keyOf(dsn.projectId, dsn.publicKey);
    if (!byKey.has(key)) byKey.set(key, destination);
  }
  return {
    byText: (text) => byText.get(text),
    byIdentity: (identity) => byIdentity.get(identity),
    byKey: (projectId, publicKey) => byKey.get(keyOf(projectId, publicKey)),
    all: [...byIdentity.values()],
  };
}

/** A Sentry project is a number, so the slash ends it. */
const keyOf = (projectId: string, publicKey: string): string => `${projectId}/${publicKey}`;
