import MagicString from 'magic-string';
import { parseSource, type Source } from './source.ts';

/** The result for a file: its new text, nothing to do, or why its shape is not known. */
export type Edit =
  | { readonly kind: 'changed'; readonly text: string }
  | { readonly kind: 'same' }
  | {
      readonly kind: 'unknown';
      readonly why: string;
      /** The code to write, if that depends on the file. */
      readonly snippet?: string;
    };

export const SAME: Edit = { kind: 'same' };
export const unknown = (why: string): Edit => ({ kind: 'unknown', why });

/** The reason for a file of a supported shape without a separate line for an import. */
export const NO_LINE = 'there is no line of its own for an import';

/** Edits ranges of a file. All other characters stay. The function returns the reason if it cannot, or nothing. */
export function editSource(
  path: string,
  text: string,
  edit: (source: Source, out: MagicString) => Edit | undefined,
): Edit {
  const source = parseSource(path, text);
  if (!source) return unknown('the file has an error of syntax');
  const out = new MagicString(text);
  return edit(source, out) ?? { kind: 'changed', text: out.toString() };
}
