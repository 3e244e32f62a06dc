import { ingestEndpoint, type IngestEndpoint } from '../protocol/ingest-endpoint.ts';
import { dsnIdentity, projectName, type Dsn } from '../protocol/dsn.ts';
import { ingestAuth } from '../protocol/headers.ts';
import { routeQueries } from '../protocol/query.ts';

/** Where the envelopes of one configured DSN go. */
export interface Destination {
  readonly dsn: Dsn;
  /** The identity of its DSN. */
  readonly identity: string;
  /** Host and project of its DSN. */
  readonly project: string;
  readonly endpoint: IngestEndpoint;
  /** The value of `X-Sentry-Auth`. */
  readonly auth: string;
  /** The queries an SDK writes for it, known to agree. */
  readonly usualQueries: ReadonlySet<string>;
}

/** All destinations. No request adds to them. */
export interface Destinations {
  /** By a DSN written just as in the configuration, which is how nearly all are written. */
  readonly byText: (text: string) => Destination | undefined;
  readonly byIdentity: (identity: string) => Destination | undefined;
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
  }
  return {
    byText: (text) => byText.get(text),
    byIdentity: (identity) => byIdentity.get(identity),
    all: [...byIdentity.values()],
  };
}
