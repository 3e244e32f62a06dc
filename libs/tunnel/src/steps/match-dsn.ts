import { dsnIdentity, parseDsn } from '../protocol/dsn.ts';
import { parseEnvelopeHeader } from '../protocol/envelope-header.ts';
import type { Destination, Destinations } from './destinations.ts';
import { refusal, type Refusal } from './outcomes.ts';

/** The destination the envelope's own `dsn` names, if it is allowed. */
export function matchDsn(headerLine: Uint8Array, destinations: Destinations): Destination | Refusal {
  const header = parseEnvelopeHeader(headerLine);
  if (header === undefined) return refusal('header-malformed');
  if (typeof header.dsn !== 'string') return refusal('dsn-missing');
  const dsn = parseDsn(header.dsn);
  const destination = dsn && destinations.get(dsnIdentity(dsn));
  return destination ?? refusal('dsn-not-allowed');
}
