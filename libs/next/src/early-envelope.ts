/**
 * Stands for the DSN in envelopes that a page sends before it has the server's settings. It is no DSN: only the tunnel of
 * `@adit/next` accepts it.
 */
export const EARLY_DSN = 'adit';

const ITEM_HEADER = '{"type":"event"}';

/** The start of an early envelope, as `@adit/monitoring-client` writes it, up to the event's first field. */
export const EARLY_START = `{"dsn":"${EARLY_DSN}"}\n${ITEM_HEADER}\n{`;

/** What the tunnel puts in its place: the DSN and the environment of the server. */
export function completedStart(dsn: string, environment: string): string {
  return `${JSON.stringify({ dsn })}\n${ITEM_HEADER}\n{"environment":${JSON.stringify(environment)},`;
}
