import { setTimeout } from 'node:timers';

/** Jest ends by itself in less, in milliseconds. */
const GRACE_MS = 60_000;

/**
 * A reporter of Jest. After the last test, it ends a run that something a test has left open keeps alive. Otherwise the run
 * lasts until CI is cut off, and what failed is never said.
 */
export default class EndHungRun {
  onRunComplete() {
    setTimeout(() => {
      console.error('Jest does not end: a test has left something open. `--detectOpenHandles` names it.');
      process.exit(1);
    }, GRACE_MS).unref();
  }
}
