import { dsnIdentity, parseDsn } from '../protocol/dsn.ts';
import { parseEnvelopeHeader } from '../protocol/envelope-header.ts';
import type { Destination, Destinations } from '../request/destinations.ts';
import { refusal, type Refusal } from '../outcome/outcomes.ts';

/** Where an envelope goes, and the event it names. */
export interface DsnMatch {
  readonly destination: Destination;
  readonly eventId: string | undefined;
}

/** The destination the envelope's own `dsn` names, if it is allowed. */
export function matchDsn(headerLine: Uint8Array, destinations: Destinations): DsnMatch | Refusal {
  const header = parseEnvelopeHeader(headerLine);
  if (header === undefined) return refusal('header-malformed');
  const { dsn, event_id: eventId } = header;
  if (typeof dsn !== 'string') return refusal('dsn-missing');
  const destination = destinations.byText(dsn) ?? findByParts(dsn, destinations);
  if (destination === undefined) return refusal('dsn-not-allowed');
  return { destination, eventId: typeof eventId === 'string' ? eventId : undefined };
}

function findByParts(text: string, destinations: Destinations): Destination | undefined {
  const dsn = parseDsn(text);
  return dsn && destinations.byIdentity(dsnIdentity(dsn));
}
