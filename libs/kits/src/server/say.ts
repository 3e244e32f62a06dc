import { sayOnce } from '@adit/common';

const KEY = Symbol.for('@adit/kits:said');

/** Writes one line to the server's log, once in a process: the reason, and what is used instead. */
export function say(reason: unknown, instead: string): void {
  sayOnce(KEY, reason, instead);
}
