export { deferred } from './deferred.ts';
export { buildEnvelope, TEST_DSNS } from './envelope.ts';
export { createFakeClock } from './fake-clock.ts';
export { createScriptedIngest } from './scripted-ingest.ts';

export type { Deferred } from './deferred.ts';
export type { EnvelopeInput, EnvelopeItemInput } from './envelope.ts';
export type { FakeClock, FakeClockOptions } from './fake-clock.ts';
export type {
  AnswerFunction,
  ReceivedRequest,
  ScriptedAnswer,
  ScriptedIngest,
  ScriptedIngestOptions,
} from './scripted-ingest.ts';
