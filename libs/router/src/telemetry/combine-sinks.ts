import type { RouterEventSink } from '../events.ts';

/** Tells every sink, each whatever the others do: one that throws loses its event, and the router never hears of it. */
export const combineSinks =
  (...sinks: readonly RouterEventSink[]): RouterEventSink =>
  (event) => {
    for (const sink of sinks) {
      try {
        sink(event);
      } catch {
        // Monitoring never breaks its host, and there is nobody left to tell.
      }
    }
  };
