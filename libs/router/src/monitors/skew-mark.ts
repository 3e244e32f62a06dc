import type { SkewSource } from '../events.ts';
import type { StorageLike } from '../platform.ts';

const STORAGE_KEY = 'adit-skew';

const SOURCES: Readonly<Record<SkewSource, true>> = {
  header: true,
  'build-id': true,
  poll: true,
  'server-action': true,
  'missing-chunk': true,
};

/** The build that was left for a newer one, and the source that reported the newer one. */
export interface SkewMark {
  readonly from: string;
  readonly source?: SkewSource | undefined;
}

const isSource = (text: string): text is SkewSource => Object.hasOwn(SOURCES, text);

/** Leaves a note for the next document of this tab. If storage does not keep it, no recovery is reported. */
export function writeSkewMark(
  storage: () => StorageLike | null | undefined,
  { from, source }: SkewMark,
): void {
  try {
    storage()?.setItem(STORAGE_KEY, `${source ?? ''} ${from}`);
  } catch {
    // Blocked or full.
  }
}

/** Removes and returns the note; `undefined` if there is none, or if it cannot be removed. */
export function takeSkewMark(storage: () => StorageLike | null | undefined): SkewMark | undefined {
  try {
    const held = storage();
    const text = held?.getItem(STORAGE_KEY);
    if (held == null || text == null) return undefined;
    held.removeItem(STORAGE_KEY);
    if (held.getItem(STORAGE_KEY) !== null) return undefined;
    const end = text.indexOf(' ');
    const source = text.slice(0, end);
    return { from: text.slice(end + 1), source: isSource(source) ? source : undefined };
  } catch {
    return undefined;
  }
}
