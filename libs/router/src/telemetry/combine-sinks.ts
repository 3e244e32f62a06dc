import { callSafely } from '../call-safely.ts';
import type { RouterEventSink } from '../events.ts';

/** Passes events to every sink. One that throws keeps them from no other, and the host reports the error as uncaught. */
export const combineSinks =
  (...sinks: readonly RouterEventSink[]): RouterEventSink =>
  (event) => {
    for (const sink of sinks) callSafely(sink, event);
  };
