import { checkAuthSources } from '../protocol/auth-sources.ts';
import { dsnIdentity, parseDsn } from '../protocol/dsn.ts';
import { parseEnvelopeHeader } from '../protocol/envelope-header.ts';
import { compareQuery } from '../protocol/query.ts';
import type { RateLimits } from '../protocol/rate-limits.ts';
import { limitsInForce, type KnownLimits } from '../limits/known-limits.ts';
import type { Destination, Destinations } from '../request/destinations.ts';
import { refusal, type Refusal } from '../outcome/outcomes.ts';

/** Where an envelope goes, as its header line says. */
export interface EnvelopeRoute {
  readonly destination: Destination;
  /** `undefined` if the header names no event. */
  readonly eventId: string | undefined;
  /** The header's `sdk`, as JSON text. */
  readonly sdk: string | undefined;
  /** The rate limits in force for its DSN; `undefined` for none. */
  readonly limits: RateLimits | undefined;
}

/** The parts of the request and of the configuration that a route depends on. */
export interface RoutingInput {
  readonly settings: { readonly destinations: Destinations; readonly knownLimits: KnownLimits };
  /** The query of the request, without its question mark. */
  readonly search: string;
  readonly header: (name: string) => string | undefined;
}

/**
 * Finds the route of an envelope by its header line. Refuses a DSN that is not configured, a query that names another
 * project, and authentication for another key.
 */
export function routeEnvelope(
  { settings: { destinations, knownLimits }, search, header }: RoutingInput,
  headerLine: Uint8Array,
): EnvelopeRoute | Refusal {
  const fields = parseEnvelopeHeader(headerLine);
  if (fields === undefined) return refusal('header-malformed');
  const { dsn, event_id: eventId, sdk } = fields;
  if (typeof dsn !== 'string') return refusal('dsn-missing');
  const destination = destinations.byText(dsn) ?? findByParts(dsn, destinations);
  if (destination === undefined) return refusal('dsn-not-allowed');

  const queryFailure = checkQuery(search, destination);
  if (queryFailure !== undefined) return queryFailure;
  const authFault = checkAuthSources({ header, search, publicKey: destination.dsn.publicKey });
  if (authFault !== undefined) return refusal(authFault);
  return {
    destination,
    eventId: typeof eventId === 'string' ? eventId : undefined,
    sdk: typeof sdk === 'string' ? sdk : undefined,
    limits: limitsInForce(knownLimits, destination.identity),
  };
}

function findByParts(text: string, destinations: Destinations): Destination | undefined {
  const dsn = parseDsn(text);
  return dsn && destinations.byIdentity(dsnIdentity(dsn));
}

function checkQuery(search: string, { dsn, usualQueries }: Destination): Refusal | undefined {
  if (usualQueries.has(search)) return undefined;
  const verdict = compareQuery(search, dsn);
  if (verdict === 'agrees') return undefined;
  return refusal(verdict === 'malformed' ? 'query-malformed' : 'query-disagrees');
}
