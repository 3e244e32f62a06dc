import type { FieldValue } from './kept-fields.ts';

// A separate file, because the bridge needs nothing else of the keeper.

/** The storage key of what the visitor typed on a page that is loaded again. */
export const INPUT_KEY = 'adit-input';

/** The note of one document for the next of the same page. */
export type KeptNote = readonly [
  page: string,
  keptMs: number,
  isUnsent: boolean,
  focus: string | null,
  fields: readonly (readonly [string, FieldValue])[],
];
