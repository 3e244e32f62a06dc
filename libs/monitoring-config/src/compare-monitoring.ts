import type { Monitoring } from './define-monitoring.ts';

/** The fields that have to agree for the events of one visit to be found together. */
export type ComparedField = 'environment' | 'release' | 'dsn' | 'tunnelPath';

/** A field that server and client do not agree on. */
export interface MonitoringMismatch {
  readonly field: ComparedField;
  /** `undefined` where the server has none. */
  readonly server: string | undefined;
  /** `undefined` where the client has none. */
  readonly client: string | undefined;
}

/** In the order in which they are listed. */
export const COMPARED_FIELDS: readonly ComparedField[] = ['environment', 'release', 'dsn', 'tunnelPath'];

/** Longest part of a value that a warning repeats, in characters. */
const SHOWN_VALUE_LENGTH = 200;

/** The fields in which the two differ, in a fixed order; empty when they agree. */
export function compareMonitoring(
  server: Pick<Monitoring, ComparedField>,
  client: Pick<Monitoring, ComparedField>,
): MonitoringMismatch[] {
  return COMPARED_FIELDS.filter((field) => server[field] !== client[field]).map((field) => ({
    field,
    server: server[field],
    client: client[field],
  }));
}

/**
 * Says in one line what differs and both values of each; says nothing when all agrees.
 * @param warn Takes the line, such as `console.warn`.
 * @returns what {@link compareMonitoring} found.
 */
export function warnOnMismatch(
  server: Pick<Monitoring, ComparedField>,
  client: Pick<Monitoring, ComparedField>,
  warn: (line: string) => void,
): MonitoringMismatch[] {
  const mismatches = compareMonitoring(server, client);
  if (mismatches.length > 0) {
    const parts = mismatches.map(
      ({ field, server: onServer, client: inClient }) =>
        `${field} is ${show(onServer)} on the server and ${show(inClient)} in the client`,
    );
    warn(`Monitoring differs: ${parts.join('; ')}`);
  }
  return mismatches;
}

function show(value: string | undefined): string {
  return value === undefined ? 'not set' : JSON.stringify(value.slice(0, SHOWN_VALUE_LENGTH));
}
