/** The sender that the marked event names. */
export interface MarkedEvent {
  readonly dsn: string;
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly environment: string | undefined;
  readonly release: string | undefined;
}

/** The event's message. Every backend shows it in the event's title. */
export const MARKED_TITLE = 'adit doctor: a test event';
/** The event's logger, for Sentry's search: `logger:adit-doctor`. */
export const MARKED_LOGGER = 'adit-doctor';

/** An envelope with one event that can be found by its title, and in Sentry by its logger. */
export function markedEnvelope({ dsn, id, time, environment, release }: MarkedEvent): string {
  const event = {
    event_id: id,
    timestamp: time / 1000,
    platform: 'other',
    level: 'info',
    logger: MARKED_LOGGER,
    message: MARKED_TITLE,
    tags: { 'adit.doctor': 'online' },
    environment,
    release,
  };
  const header = { event_id: id, dsn, sent_at: new Date(time).toISOString() };
  return [header, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n');
}
