import type { Destination } from '../request/destinations.ts';

/** A stored envelope was given up, because ingest failed on it several times and accepted others. It is reported. */
export class EnvelopeGivenUpError extends Error {
  override readonly name = 'EnvelopeGivenUpError';

  constructor(destination: Destination | undefined) {
    const where = destination?.endpoint.origin ?? 'a DSN that is not configured';
    super(`an envelope for ${where} was given up: ingest failed on it again and again while it took others`);
  }
}
