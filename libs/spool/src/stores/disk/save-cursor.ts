import type { FileHandle } from 'node:fs/promises';
import { ignoreFailure } from '@adit/envelope';
import { writeFully } from './files.ts';
import type { RecordScanner } from './record-scanner.ts';
import { cursorSlotAt, encodeCursor } from './segment-format.ts';
import type { LogHost, Segment } from './segment.ts';

/** The segment that is read, and its open file. */
export interface SegmentReading {
  readonly segment: Segment;
  readonly handle: FileHandle;
  readonly scanner: RecordScanner;
}

/** The removals that the file does not know yet. */
export interface CursorContext {
  readonly host: LogHost;
  open: SegmentReading | undefined;
  saving: Promise<void> | undefined;
  unsaved: number;
  unsynced: number;
  /** Of the next cursor that is written. */
  generation: number;
}

/**
 * The number of removals after which the cursor is synced. This many envelopes may be delivered twice after a power
 * failure.
 */
const SYNC_EVERY = 256;

/**
 * The maximum number of removals ahead of the saved cursor. This many envelopes may be delivered twice after the
 * process is killed.
 */
const MAX_UNSAVED = 16;

/** Writes the cursor into its segment. */
export async function saveCursor(context: CursorContext, isDurable: boolean): Promise<void> {
  const { host, open, unsaved: covered } = context;
  if (open !== undefined) {
    const { segment, handle } = open;
    const slot = cursorSlotAt(context.generation);
    context.generation += 1;
    // A failure loses nothing: more envelopes are delivered twice after a crash.
    await ignoreFailure(async () => {
      host.verify();
      host.ledger.note(segment);
      await writeFully(handle, encodeCursor(segment.cursor, segment.marker), slot);
      if (isDurable) await handle.datasync();
    });
  }
  context.unsaved -= covered;
}

/** Saves the cursor soon after each delivery, mostly without delaying the next one. */
export async function saveCursorSoon(context: CursorContext): Promise<void> {
  context.unsaved += 1;
  context.unsynced += 1;
  context.saving ??= catchUp(context).finally(() => (context.saving = undefined));
  if (context.unsaved >= MAX_UNSAVED || context.unsynced >= SYNC_EVERY) await context.saving;
  if (context.unsynced < SYNC_EVERY) return;
  context.unsynced = 0;
  await saveCursor(context, true);
}

async function catchUp(context: CursorContext): Promise<void> {
  while (context.unsaved > 0) {
    // One write for all removals in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await saveCursor(context, false);
  }
}
