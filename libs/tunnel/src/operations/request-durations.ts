import type { Outcome } from '../outcome/outcomes.ts';
import type { OutcomeDetail } from '../outcome/outcome-detail.ts';
import { createDurationHistogram, type DurationCounts } from './durations.ts';

/** How long the requests of clients took, and those to ingest, since the process began. */
export interface RequestDurations {
  /** Notes a request of a client, and the one to ingest that it led to. */
  readonly record: (outcome: Outcome, detail: OutcomeDetail) => void;
  /** Notes a stored envelope that ingest answered. */
  readonly recordRedelivery: (detail: OutcomeDetail) => void;
  readonly read: () => { readonly server: DurationCounts; readonly ingest: DurationCounts };
}

const MS_PER_S = 1_000;

/** Creates {@link RequestDurations}, empty. */
export function createRequestDurations(): RequestDurations {
  const server = createDurationHistogram();
  const ingest = createDurationHistogram();
  return {
    record: (outcome, { durationMs }) => {
      server.record(durationMs / MS_PER_S);
      switch (outcome.kind) {
        case 'forwarded':
        case 'unreachable':
        case 'timed-out':
        case 'invalid-answer':
          ingest.record(outcome.durationMs / MS_PER_S);
      }
    },
    recordRedelivery: ({ durationMs }) => ingest.record(durationMs / MS_PER_S),
    read: () => ({ server: server.read(), ingest: ingest.read() }),
  };
}
