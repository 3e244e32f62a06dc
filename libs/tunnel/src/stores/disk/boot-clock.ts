import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { crc32 } from 'node:zlib';

/** How the wall clock stood at some time, against the system's uptime, which is never set. */
export interface BootClock {
  /** Stands for the run of the system: uptimes of two runs cannot be compared. */
  readonly boot: number;
  /** How far the wall clock was ahead of the uptime, in milliseconds. */
  readonly aheadMs: number;
}

/** Differs after each start of the system. Linux only. */
const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id';

/** Clocks that differ by less were read one after the other, or drift. In milliseconds. */
const TOLERANCE_MS = 1_000;

let boot: number | undefined;

/** Reads both clocks; `undefined` if the system does not say which of its runs this is. */
export function readBootClock(): BootClock | undefined {
  try {
    boot ??= crc32(readFileSync(BOOT_ID_FILE));
    return { boot, aheadMs: Date.now() - uptime() * 1_000 };
  } catch {
    return undefined;
  }
}

/**
 * By how much the wall clock has been set since, in milliseconds; less than 0 if it was set back. 0 if that is not known,
 * as after a start of the system.
 */
export function setSinceMs(then: BootClock | undefined): number {
  if (then === undefined) return 0;
  const now = readBootClock();
  if (now?.boot !== then.boot) return 0;
  const movedMs = now.aheadMs - then.aheadMs;
  return Math.abs(movedMs) > TOLERANCE_MS ? movedMs : 0;
}
