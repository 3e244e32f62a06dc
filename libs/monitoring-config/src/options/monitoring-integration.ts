import type { Event, Integration } from '@sentry/core';
import type { NoiseFilter } from '../noise/noise-filter.ts';
import { createSpanEnvelopeFilter } from '../noise/span-envelope.ts';
import type { OutcomeLog } from '../outcome-log.ts';
import { watchOutcomes } from '../watch-outcomes.ts';

/** What the integration enforces. */
export interface MonitoringIntegrationOptions {
  noiseFilter: NoiseFilter;
  /** Most frames in one stack trace. */
  stackFrames: number;
  /** Where outcomes are recorded, if anywhere. */
  log?: OutcomeLog | undefined;
}

/** The part of the description that no option of the SDK covers, as one integration. */
export function createMonitoringIntegration({
  noiseFilter,
  stackFrames,
  log,
}: MonitoringIntegrationOptions): Integration {
  const spanEnvelopes = createSpanEnvelopeFilter(noiseFilter);
  return {
    name: 'AditMonitoring',
    setup: (client) => {
      raiseStackTraceLimit(stackFrames);
      if (log !== undefined) watchOutcomes(client, log);
      client.on('beforeEnvelope', (envelope) => {
        const dropped = spanEnvelopes.dropSpans(envelope);
        // `ignored` is what the SDK reports for its own span filter, `ignoreSpans`.
        if (dropped > 0) client.recordDroppedEvent('ignored', 'span', dropped);
      });
    },
    processEvent: (event, hint) => {
      const kept = noiseFilter.processEvent(event, hint);
      return kept && trimStackTraces(kept, stackFrames);
    },
  };
}

/** V8 records 10 frames unless told otherwise; the browser SDK tells it, the server SDKs do not. */
function raiseStackTraceLimit(stackFrames: number): void {
  const current: unknown = Reflect.get(Error, 'stackTraceLimit');
  // `Reflect.set` answers `false` on a hardened runtime where an assignment would throw.
  if (typeof current === 'number' && current < stackFrames)
    Reflect.set(Error, 'stackTraceLimit', stackFrames);
}

/** The SDK cuts at 50 itself; this is for a lower limit. The last frames are the ones nearest the throw. */
function trimStackTraces(event: Event, stackFrames: number): Event {
  for (const { stacktrace } of event.exception?.values ?? [])
    if (stacktrace?.frames) stacktrace.frames = stacktrace.frames.slice(-stackFrames);
  return event;
}
