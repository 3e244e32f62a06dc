/** What the marked event says of its sender. */
export interface MarkedEvent {
  readonly dsn: string;
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly environment: string | undefined;
  readonly release: string | undefined;
}

/** An envelope with one event that can be found in Sentry by `logger:adit-doctor`, and filtered there. */
export function markedEnvelope({ dsn, id, time, environment, release }: MarkedEvent): string {
  const event = {
    event_id: id,
    timestamp: time / 1000,
    platform: 'other',
    level: 'info',
    logger: 'adit-doctor',
    message: 'adit doctor: a test event',
    tags: { 'adit.doctor': 'online' },
    environment,
    release,
  };
  const header = { event_id: id, dsn, sent_at: new Date(time).toISOString() };
  return [header, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n');
}
