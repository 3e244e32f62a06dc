import { sayOnce } from '@adit/common';

const KEY = Symbol.for('@adit/next:warned');

/**
 * Writes one line to the server's log, once in a process. The edge runtime writes nothing, because Node has written the same
 * line.
 * @param reason a text or the thrown value
 * @param instead one sentence about the value used instead
 */
export function warnOnce(reason: unknown, instead: string): void {
  if (process.env.NEXT_RUNTIME !== 'edge') sayOnce(KEY, reason, instead);
}
