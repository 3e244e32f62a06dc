import { sayOnce } from '@adit/common';

const KEY = Symbol.for('@adit/kits:said');

/** Writes one line to the server's log, once in a process: the reason, and what is used instead. */
export function say(reason: unknown, instead: string): void {
  sayOnce(KEY, reason, instead);
}

/** Writes an error to the server's log, as the framework does that has no hook for errors. */
export function printError(error: unknown): void {
  // eslint-disable-next-line no-console -- the hook takes the place of the framework's own, which prints each error
  console.error(error);
}
