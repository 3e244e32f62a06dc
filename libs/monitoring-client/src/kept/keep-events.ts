import type { Envelope, ErrorEvent, EventEnvelope } from '@sentry/core';
import { keep } from './kept-record.ts';
import { scrubText } from './scrub-text.ts';

/** Maximum characters of each text of an event, and of its newest frames, tried in order until a record has room for it. */
const LIMITS = [
  { text: 1_024, frames: 50 },
  { text: 256, frames: 15 },
  { text: 64, frames: 5 },
];

/** As in the early envelopes: Relay refuses an event with one. */
const HALF_CHARACTER = /\\ud[89a-f]../g;

/**
 * Keeps the errors of an envelope of the SDK for the next page of the origin, without what may hold more about the visitor:
 * breadcrumbs, user, tags, `extra` and `contexts`. Only envelopes for a tunnel have a DSN; others are not kept.
 */
export function keepEvents(envelope: Envelope, tunnel: string): void {
  const [{ dsn }, items] = envelope as EventEnvelope;
  for (const [{ type }, payload] of items) {
    const event = payload as ErrorEvent;
    if (type !== 'event' || !event.exception || !dsn) continue;
    try {
      LIMITS.some((limits) => keep(event.event_id, tunnel, toEnvelope(event, dsn, limits)));
    } catch {
      // The browser refuses storage, or the origin's is full.
    }
  }
}

/** Returns an envelope with the parts of an event that an error sent without the SDK has, and its scripts' debug ids. */
function toEnvelope(event: ErrorEvent, dsn: string, { text, frames }: (typeof LIMITS)[number]): string {
  const { event_id, timestamp, level, fingerprint, platform, environment, release, debug_meta } = event;
  const values = event.exception?.values?.map(({ type, value, stacktrace, mechanism }) => ({
    type,
    value,
    stacktrace: stacktrace && {
      // The newest frames are the last ones.
      frames: stacktrace.frames?.slice(-frames).map(({ function: caller, filename, lineno, colno }) => ({
        function: caller,
        filename,
        lineno,
        colno,
      })),
    },
    mechanism: mechanism && { ...mechanism, data: undefined },
  }));
  const json = JSON.stringify(
    {
      event_id,
      timestamp,
      level,
      fingerprint,
      platform,
      environment,
      release,
      debug_meta,
      request: { url: event.request?.url },
      exception: { values },
    },
    (key, value: unknown) => (typeof value === 'string' ? scrubText(value, key === 'value', text) : value),
  );
  return `{"dsn":"${dsn}"}\n{"type":"event"}\n${json.replace(HALF_CHARACTER, '\\ufffd')}`;
}
