import { metrics, type Attributes, type Meter } from '@opentelemetry/api';
import type { Outcome } from '../outcome/outcomes.ts';
import { SCOPE_NAME } from './scope.ts';

/** Where durations go. */
export interface RecordDurationsOptions {
  /** Default: the meter `@adit/tunnel` of the global meter provider, as it is set at this time. */
  meter?: Meter;
}

/** From 5 ms to 10 s, in seconds: what OpenTelemetry advises for HTTP. The last is the default ingest time-out. */
const BOUNDARIES_S = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const MS_PER_S = 1_000;

/** OpenTelemetry's own names. One attribute each: the SDK hashes them for every value. */
const FAILURES = {
  unreachable: { 'error.type': 'unreachable' },
  'timed-out': { 'error.type': 'timed-out' },
  'invalid-answer': { 'error.type': 'invalid-answer' },
} as const satisfies Readonly<Record<string, Attributes>>;

/**
 * Records how long ingest took, as the histogram `adit.tunnel.ingest.duration`, by `http.response.status_code` or, where
 * it gave no answer, `error.type`. Give what it returns to `createTunnel` as `onOutcome`. It costs a forwarded request
 * about half a microsecond; everything else there is to measure is read
 * from `stats()` by `observeTunnel`, when somebody asks.
 */
export function recordDurations({ meter = metrics.getMeter(SCOPE_NAME) }: RecordDurationsOptions = {}): (
  outcome: Outcome,
) => void {
  const histogram = meter.createHistogram('adit.tunnel.ingest.duration', {
    description: 'Time from the first byte offered to ingest to the last byte of its answer.',
    unit: 's',
    advice: { explicitBucketBoundaries: BOUNDARIES_S },
  });
  /** There are few statuses; a request allocates no attributes. */
  const byStatus = new Map<number, Attributes>();

  return (outcome) => {
    switch (outcome.kind) {
      case 'forwarded': {
        let attributes = byStatus.get(outcome.status);
        if (attributes === undefined) {
          attributes = { 'http.response.status_code': outcome.status };
          byStatus.set(outcome.status, attributes);
        }
        histogram.record(outcome.durationMs / MS_PER_S, attributes);
        break;
      }
      case 'unreachable':
      case 'timed-out':
      case 'invalid-answer':
        histogram.record(outcome.durationMs / MS_PER_S, FAILURES[outcome.kind]);
    }
  };
}
