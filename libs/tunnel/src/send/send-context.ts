import type { EnvelopeSettings } from '../envelope/incoming-envelope.ts';
import type { ReportContext } from './client-reports.ts';
import type { IngestCodings } from './ingest-codings.ts';
import type { Retention } from './retention.ts';

/** The state that the requests of one tunnel share. Each step of sending is a function over it. */
export interface SendContext extends EnvelopeSettings, ReportContext {
  readonly retention: Retention;
  readonly ingestCodings: IngestCodings;
}
