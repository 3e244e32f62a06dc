import { createNoiseFilter, createScrubber, createSpanEnvelopeFilter, type NoiseSide } from '@adit/policy';
import type { Monitoring } from '../define-monitoring.ts';
import type { OutcomeLog } from '../outcome-log.ts';
import type { HostState, RuleHooks } from './assemble.ts';
import type { Judge } from './judge.ts';
import { rewritePayloads, rewriteTraceHeader } from './envelope-payloads.ts';
import { recordDrop } from './record-drop.ts';

/** Items with JSON. Recordings, profiles and attachments are bytes. */
const SCRUBBED_TYPES: ReadonlySet<string> = new Set([
  'event',
  'transaction',
  'feedback',
  'replay_event',
  'span',
  'log',
  'trace_metric',
]);

/** Creates a {@link Judge} with all noise rules and the scrubbing of the monitoring settings. */
export function createRuleJudge(
  { noise, tunnelPath, ingestOrigins, scrub }: Monitoring,
  side: NoiseSide,
  { log, noiseFilter, scrubber }: RuleHooks & { readonly log?: OutcomeLog | undefined },
  host: HostState = {},
): Judge {
  const filter =
    noiseFilter ??
    createNoiseFilter({ side, ...noise, tunnelPath, ingestOrigins, ...host, onDrop: log && recordDrop(log) });
  const secrets = scrubber ?? (scrub === false ? undefined : createScrubber(scrub));
  const spanEnvelopes = createSpanEnvelopeFilter(filter);
  return {
    processEvent: filter.processEvent,
    readEnvelope: (envelope) => {
      const dropped = spanEnvelopes.dropSpans(envelope);
      if (secrets) {
        rewriteTraceHeader(envelope, secrets.scrub);
        rewritePayloads(envelope, SCRUBBED_TYPES, secrets.scrub);
      }
      return dropped;
    },
  };
}
