import { setIdleTimeout } from '@adit/envelope';
import type { TunnelContext } from './tunnel-context.ts';

/** The longest wait for ingest while the process may end, in milliseconds. SDKs wait 2 s at the end of a process. */
const LAST_WAIT_MS = 1_000;

/** The time in which a process ends that is about to, in milliseconds. */
const ENDING_MS = 5_000;

/**
 * Shortens the wait for ingest, so that envelopes are stored before the process ends. Without a store that outlives the
 * process, a longer wait is better.
 */
export function expectExit(context: TunnelContext): void {
  const { given, clock, spool } = context;
  if (spool?.outlivesProcess !== true) return;
  context.timeoutMs = Math.min(given.timeoutMs, LAST_WAIT_MS);
  setIdleTimeout(clock, () => (context.timeoutMs = given.timeoutMs), ENDING_MS);
}
