import { expect, it } from '@jest/globals';
import { type Edit, parseSource } from '@adit/codebase/source';

type Editor = (path: string, text: string) => Edit;
type Shapes = Readonly<Record<string, readonly [path: string, before: string, after: string]>>;

/** The text after an edit, which must have changed something. */
export function textOf(edit: Edit): string {
  if (edit.kind !== 'changed') throw new Error(`not changed: ${JSON.stringify(edit)}`);
  return edit.text;
}

/** Each shape becomes the expected text, does not change a second time, and is restored byte for byte. */
export function itRoundTrips(add: Editor, take: Editor, shapes: Shapes): void {
  it.each(Object.entries(shapes))('%s', (_name, [path, before, after]) => {
    expect(textOf(add(path, before))).toBe(after);
    expect(parseSource(path, after)).toBeDefined();
    expect(add(path, after)).toEqual({ kind: 'same' });
    expect(textOf(take(path, after))).toBe(before);
  });
}

/** Each shape stays unchanged, and the edit returns the reason. */
export function itLeaves(
  add: Editor,
  shapes: Readonly<Record<string, readonly [path: string, text: string, why: string]>>,
): void {
  it.each(Object.entries(shapes))('%s', (_name, [path, text, why]) => {
    expect(add(path, text)).toEqual({ kind: 'unknown', why });
  });
}
