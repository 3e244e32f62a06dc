import { parseDsn } from '@adit/envelope';
import { isFailure, refusal, type Refusal } from '../outcome/outcomes.ts';
import { readApiKey, type ApiKeySources } from './api-key.ts';
import type { Destination, Destinations } from './destinations.ts';

/** The parts of a request at the API door that name its destination. */
export interface ApiAddress extends ApiKeySources {
  /** The project in the path. */
  readonly project: string;
  /** The `dsn` of the envelope's header line, if there is one. */
  readonly dsn?: string | undefined;
}

/**
 * Finds the configured DSN for the project in the path and the public key of the request, or else the key of the
 * envelope's own DSN. The host of that DSN does not count: an SDK that sends here names this host instead of ingest's.
 */
export function findApiDestination(destinations: Destinations, address: ApiAddress): Destination | Refusal {
  const { project, dsn: text } = address;
  const given = readApiKey(address, (user) => destinations.byKey(project, user) !== undefined);
  if (isFailure(given)) return given;
  const { key } = given;
  if (text === undefined) {
    return key === undefined ? refusal('auth-missing') : findByKey(destinations, project, key);
  }
  const dsn = parseDsn(text);
  if (dsn === undefined) return refusal('dsn-not-allowed');
  if (key !== undefined && key !== dsn.publicKey) return refusal('auth-disagrees');
  if (dsn.projectId !== project) return refusal('project-disagrees');
  return findByKey(destinations, project, dsn.publicKey);
}

function findByKey(destinations: Destinations, project: string, key: string): Destination | Refusal {
  return destinations.byKey(project, key) ?? refusal('dsn-not-allowed');
}
