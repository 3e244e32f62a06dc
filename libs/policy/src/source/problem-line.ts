import { causesOf, readText } from '@adit/common';

/** The longest problem, in characters. */
const MAX_LENGTH = 300;

/** A thrown value in one line: its message and those of its causes. */
export function problemLine(thrown: unknown): string {
  const messages = causesOf(thrown).map((error) => readText(error, 'message') || readText(error, 'code'));
  const found =
    [...new Set(messages.filter(Boolean))].join(': ') ||
    (typeof thrown === 'string' ? thrown : 'an error without a message');
  const line = found.replace(/\s+/g, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}
