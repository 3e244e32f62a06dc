export { deferred } from './deferred.ts';
export {
  ALL_DELIVERED_ONCE,
  createDeliveryIngest,
  deliverAfterOutage,
  deliverThroughLimits,
} from './delivery-rows.ts';
export { buildEnvelope, TEST_DSNS } from './envelope.ts';
export { createFakeClock } from './fake-clock.ts';
export { memoryFiles } from './memory-files.ts';
export { createIngestFetch } from './ingest-fetch.ts';
export { between, createRandom } from './random.ts';
export { createScriptedIngest } from './scripted-ingest.ts';
export { until } from './until.ts';

export type { Deferred } from './deferred.ts';
export type { DeliverySubject } from './delivery-rows.ts';
export type { EnvelopeInput, EnvelopeItemInput } from './envelope.ts';
export type { FakeClock, FakeClockOptions } from './fake-clock.ts';
export type { MemoryFiles } from './memory-files.ts';
export type { IngestFetch } from './ingest-fetch.ts';
export type { IngestAddress } from './ingest-listener.ts';
export type { AnswerFunction, IngestScript, ReceivedRequest, ScriptedAnswer } from './ingest-script.ts';
export type { ScriptedIngest } from './scripted-ingest.ts';
