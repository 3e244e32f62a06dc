import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { crc32 } from 'node:zlib';

/** A reading of the wall clock against the system's uptime, which nobody can set. */
export interface BootClock {
  /** Identifies the run of the system: uptimes of different runs cannot be compared. */
  readonly boot: number;
  /** How far the wall clock was ahead of the uptime, in milliseconds. */
  readonly aheadMs: number;
}

/** The file that changes with each start of the system. Linux only. */
const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id';

/** Smaller differences come from drift, or from reading one clock after the other. In milliseconds. */
const TOLERANCE_MS = 1_000;

let boot: number | undefined;

/** Reads both clocks; `undefined` if the system does not identify its run. */
export function readBootClock(): BootClock | undefined {
  try {
    boot ??= crc32(readFileSync(BOOT_ID_FILE));
    return { boot, aheadMs: Date.now() - uptime() * 1_000 };
  } catch {
    return undefined;
  }
}

/**
 * The time by which the wall clock was set since then, in milliseconds; negative if it was set back. 0 if that is
 * unknown, for example after a start of the system.
 */
export function setSinceMs(then: BootClock | undefined): number {
  if (then === undefined) return 0;
  const now = readBootClock();
  if (now?.boot !== then.boot) return 0;
  const movedMs = now.aheadMs - then.aheadMs;
  return Math.abs(movedMs) > TOLERANCE_MS ? movedMs : 0;
}
