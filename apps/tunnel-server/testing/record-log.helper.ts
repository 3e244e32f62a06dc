import { createLog, type Log } from '../src/log/log.ts';

/** A log that keeps its entries. */
export interface RecordedLog {
  readonly log: Log;
  readonly entries: Record<string, unknown>[];
  /** The events logged so far, in order. */
  readonly events: () => unknown[];
}

/** Creates a {@link RecordedLog}. */
export function recordLog(): RecordedLog {
  const entries: Record<string, unknown>[] = [];
  const log = createLog({
    write: (line) => entries.push(JSON.parse(line) as Record<string, unknown>),
    now: () => 0,
  });
  return { log, entries, events: () => entries.map(({ event }) => event) };
}
