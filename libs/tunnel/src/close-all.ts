import { withDeadline } from './guard/deadline.ts';
import type { Fault, Faults, InjectedPart } from './guard/faults.ts';
import type { Clock } from './clock/clock.ts';

/** So long a part may take to close, in milliseconds; then the next is closed. */
export const CLOSE_DEADLINE_MS = 30_000;

/** Something to close. */
export interface Closable {
  readonly part: InjectedPart;
  readonly close: () => unknown;
}

/**
 * Closes one thing after the other, whatever becomes of the others.
 * @returns what failed
 */
export async function closeAll(
  clock: Clock,
  closables: readonly Closable[],
  faults: Faults,
): Promise<readonly Fault[]> {
  const failed: Fault[] = [];
  for (const { part, close } of closables) {
    try {
      await withDeadline(clock, CLOSE_DEADLINE_MS, 'close()', close);
    } catch (error) {
      failed.push({ part, error });
      faults.report(part, error);
    }
  }
  return failed;
}
