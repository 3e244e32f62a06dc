import type { Event, EventHint } from '@sentry/core';

/** Judges events and envelopes of one SDK. */
export interface Judge {
  /** Returns the event, changed if need be, or `null` to drop it. An event processor of the SDK. */
  readonly processEvent: (event: Event, hint: EventHint) => Event | null;
  /** Changes an envelope before it is sent. Returns how many spans it has dropped. */
  readonly readEnvelope: (envelope: unknown) => number;
}
