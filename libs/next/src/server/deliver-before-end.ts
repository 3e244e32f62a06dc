import type { Tunnel } from '@adit/tunnel';
import { warnOnce } from './warn-once.ts';

/** How long the end of a process is put off while envelopes are in memory, in milliseconds, if it is up to us. */
const DELIVER_MS = 3_000;
const CHECK_EVERY_MS = 50;

/**
 * When this process is told to stop, tries once more to deliver the envelopes that are in memory, and logs how many are
 * lost. If others listen to the signal, as `next start` does, they decide how long that may take; otherwise the process
 * ends by the signal after at most three seconds.
 */
export function deliverBeforeEnd({ stats, delivery }: Pick<Tunnel, 'stats' | 'delivery'>): void {
  const countLeft = (): number => stats().spool?.envelopes ?? 0;
  const logLost = (): void => {
    const left = countLeft();
    if (left > 0)
      warnOnce(
        `the process ends with ${left} envelopes in memory, which are lost`,
        'ADIT_SPOOL=disk:./spool keeps them over restarts.',
      );
  };
  process.once('exit', logLost);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // First, so that listeners for one signal are still counted.
    process.prependOnceListener(signal, () => {
      const end = (): void => {
        logLost();
        process.kill(process.pid, signal);
      };
      delivery.flush();
      if (process.listenerCount(signal) === 0) waitUntil(() => countLeft() === 0, end);
    });
  }
}

function waitUntil(isDone: () => boolean, end: () => void, leftMs = DELIVER_MS): void {
  if (isDone() || leftMs <= 0) end();
  else setTimeout(() => waitUntil(isDone, end, leftMs - CHECK_EVERY_MS), CHECK_EVERY_MS);
}
