import type { Event, Integration } from '@sentry/core';
import type { OutcomeLog } from '../outcome-log.ts';
import { trimEvent } from '../trim-event.ts';
import { watchOutcomes } from '../watch-outcomes.ts';
import { rewritePayloads } from './envelope-payloads.ts';
import type { Judge } from './judge.ts';
import { removeRedirectFilter } from './redirect-filter.ts';

/** Options of {@link createMonitoringIntegration}. */
export interface MonitoringIntegrationOptions {
  judge: Judge;
  /** Most frames in one stack trace. */
  stackFrames: number;
  /** Where outcomes are recorded. Default: nowhere. */
  log?: OutcomeLog | undefined;
  /** Most bytes of an event; `false` for any size. */
  maxEventBytes: number | false;
}

/** Items to which ingest applies its limit for events. */
const TRIMMED_TYPES: ReadonlySet<string> = new Set(['event', 'transaction']);

/** Returns an integration for every monitoring setting that has no option in the SDK. */
export function createMonitoringIntegration({
  judge,
  stackFrames,
  log,
  maxEventBytes,
}: MonitoringIntegrationOptions): Integration {
  return {
    name: 'AditMonitoring',
    setup: (client) => {
      raiseStackTraceLimit(stackFrames);
      removeRedirectFilter(client);
      if (log !== undefined) watchOutcomes(client, log);
      client.on('beforeEnvelope', (envelope) => {
        const dropped = judge.readEnvelope(envelope);
        // The SDK reports `ignored` for its own span filter, `ignoreSpans`.
        if (dropped > 0) client.recordDroppedEvent('ignored', 'span', dropped);
        // Last, because scrubbing changes the size.
        if (maxEventBytes !== false)
          rewritePayloads(envelope, TRIMMED_TYPES, (event) => trimEvent(event, maxEventBytes));
      });
    },
    processEvent: (event, hint) => {
      const kept = judge.processEvent(event, hint);
      return kept && trimStackTraces(kept, stackFrames);
    },
  };
}

/** V8 records 10 frames by default. The browser SDK raises the number, server SDKs do not. */
function raiseStackTraceLimit(stackFrames: number): void {
  const current: unknown = Reflect.get(Error, 'stackTraceLimit');
  // On a hardened runtime an assignment would throw; `Reflect.set` returns `false`.
  if (typeof current === 'number' && current < stackFrames)
    Reflect.set(Error, 'stackTraceLimit', stackFrames);
}

/** The SDK itself cuts at 50 frames. The last frames are nearest to the throw. */
function trimStackTraces(event: Event, stackFrames: number): Event {
  for (const { stacktrace } of event.exception?.values ?? [])
    if (stacktrace?.frames) stacktrace.frames = stacktrace.frames.slice(-stackFrames);
  return event;
}
