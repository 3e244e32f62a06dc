import type { IncomingMessage } from 'node:http';

/** Reads a header by its lower-case name, repeated lines joined with `, `. */
export function readField({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
