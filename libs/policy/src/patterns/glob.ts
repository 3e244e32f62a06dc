/** A text in two forms. */
export interface Text {
  readonly text: string;
  /** The text in lower case, computed once. */
  readonly lower: string;
}

/** Tells whether a text matches. */
export type TextTest = (text: Text) => boolean;

/** Returns whether a pattern without `/…/` stands for one text alone. */
export const isExact = (glob: string): boolean => !glob.includes('*');

/**
 * Compiles a pattern in which `*` stands for any characters, line breaks too. The whole text must match; letter case does not
 * matter. Most patterns are a prefix, a suffix or a part of the text: those cost one call of the runtime.
 */
export function compileGlob(glob: string): TextTest {
  const parts = glob.toLowerCase().split('*');
  const [prefix = '', ...others] = parts;
  const suffix = others.pop();
  if (suffix === undefined) return ({ lower }) => lower === prefix;
  const middle = others.filter((part) => part !== '');
  if (middle.length === 0 && suffix === '') return ({ lower }) => lower.startsWith(prefix);
  if (middle.length === 0 && prefix === '') return ({ lower }) => lower.endsWith(suffix);
  const [only = ''] = middle;
  if (middle.length === 1 && prefix === '' && suffix === '') return ({ lower }) => lower.includes(only);
  return ({ lower }) => holdsParts(lower, prefix, middle, suffix);
}

/** The first place of each part is as good as any later one, so nothing is tried twice. */
function holdsParts(text: string, prefix: string, middle: readonly string[], suffix: string): boolean {
  const end = text.length - suffix.length;
  if (end < prefix.length || !text.startsWith(prefix) || !text.endsWith(suffix)) return false;
  let from = prefix.length;
  for (const part of middle) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= end;
}
