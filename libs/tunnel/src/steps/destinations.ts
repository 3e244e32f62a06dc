import { dsnIdentity, ingestEndpoint, type Dsn, type IngestEndpoint } from '../protocol/dsn.ts';
import { ingestAuth } from '../protocol/headers.ts';

/** Where the envelopes of one configured DSN go. */
export interface Destination {
  readonly dsn: Dsn;
  readonly endpoint: IngestEndpoint;
  /** The value of `X-Sentry-Auth`. */
  readonly auth: string;
}

/** Every destination there is, by the identity of its DSN. */
export type Destinations = ReadonlyMap<string, Destination>;

/** Derives the destinations from the configured DSNs, once; no request adds to them. */
export function createDestinations(dsns: readonly Dsn[], ingestOrigin: string | undefined): Destinations {
  return new Map(
    dsns.map((dsn) => [
      dsnIdentity(dsn),
      { dsn, endpoint: ingestEndpoint(dsn, ingestOrigin), auth: ingestAuth(dsn.publicKey) },
    ]),
  );
}
