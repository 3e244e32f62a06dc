import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** Differs after each start of the system. Linux only. */
const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id';

/** Clocks that differ by less were read one after the other, or drift. In milliseconds. */
const TOLERANCE_MS = 1_000;

/** Names the present run of the system, in 36 characters; `undefined` if the system does not say. */
export function readBootId(): string | undefined {
  try {
    return readFileSync(BOOT_ID_FILE, 'latin1').trim();
  } catch {
    return undefined;
  }
}

/** How far the wall clock is ahead of the system's uptime, in milliseconds: changes only if the clock is set. */
export function wallAheadMs(): number {
  return Date.now() - uptime() * 1_000;
}

/**
 * By how much the wall clock has been set forward since it was so far ahead, in milliseconds. 0 if it was set back, as
 * dates in the future do no harm, or if that is not known.
 */
export function setForwardMs(aheadMs: number): number {
  const movedMs = wallAheadMs() - aheadMs;
  return movedMs > TOLERANCE_MS ? movedMs : 0;
}
