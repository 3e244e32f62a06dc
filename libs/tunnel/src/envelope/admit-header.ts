import { checkAuthSources } from '../protocol/auth-sources.ts';
import type { RateLimits } from '../protocol/rate-limits.ts';
import { checkQuery } from '../request/check-query.ts';
import type { Destination, Destinations } from '../request/destinations.ts';
import { matchDsn } from './match-dsn.ts';
import { isStop, refusal, type Stop } from '../outcome/outcomes.ts';

/** An envelope that may go on, as far as its header line tells. */
export interface Admission {
  readonly destination: Destination;
  /** `undefined` where it has none. */
  readonly eventId: string | undefined;
  /** The limits that are in force for its DSN; `undefined` for none. */
  readonly limits: RateLimits | undefined;
}

/** What the header line is held against. */
export interface AdmissionRules {
  readonly destinations: Destinations;
  readonly search: string;
  readonly header: (name: string) => string | undefined;
  readonly limitsOf: (dsn: string) => RateLimits | undefined;
}

/** Decides by the envelope's header line: its DSN, the query, and any other authentication beside it. */
export function admitHeader(
  line: Uint8Array,
  { destinations, search, header, limitsOf }: AdmissionRules,
): Admission | Stop {
  const match = matchDsn(line, destinations);
  if (isStop(match)) return match;
  const { destination, eventId } = match;
  const disagreement = checkQuery(search, destination);
  if (disagreement !== undefined) return disagreement;
  const authFault = checkAuthSources({ header, search, publicKey: destination.dsn.publicKey });
  if (authFault !== undefined) return refusal(authFault);
  return { destination, eventId, limits: limitsOf(destination.identity) };
}
