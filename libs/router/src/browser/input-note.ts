import type { StorageLike } from '../platform.ts';
import { INPUT_KEY, type KeptNote } from './input-key.ts';
import { nameFields, type FieldValue } from './kept-fields.ts';

/** The longest time between a page that is left and the same page that takes its values. */
const KEPT_MS = 300_000;

/** The most fields that are kept. */
const MAX_FIELDS = 100;

/** The longest text of all kept values, in characters. */
const MAX_LENGTH = 65_536;

/** The values of fields, by their names. */
export type Values = Map<string, FieldValue>;

/** A note that the last document of the page has kept. */
export interface KeptInput {
  readonly isUnsent: boolean;
  /** The name of the field that had the focus. */
  readonly focus: string | null;
  readonly values: Values;
}

/** The note in the tab's storage. */
export interface InputNote {
  readonly write: (values: Values, isUnsent: boolean) => void;
  /** Takes the note of this page out of storage; one that is too old is removed as well. */
  readonly take: () => KeptInput | undefined;
  readonly forget: () => void;
}

/** Options of {@link createInputNote}. */
export interface InputNoteOptions {
  readonly document: Document;
  /** Returns the address of this page, without its fragment. */
  readonly here: () => string;
  readonly storage: () => StorageLike | null | undefined;
  readonly now: () => number;
}

/** Connects the note that a page leaves for its next document. Storage that is blocked or full keeps nothing. */
export function createInputNote({ document, here, storage, now }: InputNoteOptions): InputNote {
  function write(values: Values, isUnsent: boolean): void {
    const fields: [string, FieldValue][] = [];
    let length = 0;
    for (const entry of values) {
      length += JSON.stringify(entry).length;
      if (length > MAX_LENGTH || fields.length === MAX_FIELDS) break;
      fields.push(entry);
    }
    const focus =
      [...nameFields(document)].find(([, field]) => field === document.activeElement)?.[0] ?? null;
    try {
      storage()?.setItem(
        INPUT_KEY,
        JSON.stringify([here(), now(), isUnsent, focus, fields] satisfies KeptNote),
      );
    } catch {
      // Storage is blocked or full.
    }
  }

  function take(): KeptInput | undefined {
    try {
      const held = storage();
      const kept = JSON.parse(held?.getItem(INPUT_KEY) ?? 'null') as KeptNote | null;
      if (!held || !kept) return undefined;
      const [of, keptMs, isUnsent, focus, fields] = kept;
      const isRecent = Math.abs(now() - keptMs) < KEPT_MS;
      if (isRecent && of !== here()) return undefined;
      held.removeItem(INPUT_KEY);
      const isTaken = isRecent && held.getItem(INPUT_KEY) === null;
      return isTaken ? { isUnsent, focus, values: new Map(fields) } : undefined;
    } catch {
      return undefined;
    }
  }

  function forget(): void {
    try {
      storage()?.removeItem(INPUT_KEY);
    } catch {
      // Storage is blocked, so nothing is kept.
    }
  }

  return { write, take, forget };
}
