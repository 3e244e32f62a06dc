import ts from 'typescript';
import {
  type Edit,
  editSource,
  findAll,
  propertiesOf,
  SAME,
  type Source,
  unknown,
} from '@adit/codebase/source';

/** Excludes a path from the patterns of `config.matcher` that list exclusions: `/((?!api|_next).*)`. */
export const addToMatcher = (path: string, text: string, left: string): Edit =>
  editSource(path, text, (source, out) => {
    const patterns = patternsOf(source).filter(({ text: pattern }) => pattern.includes(HEAD));
    if (patterns.length === 0) return unknown('its matcher names nothing that it leaves out');
    const word = `${wordOf(left)}|`;
    const missing = patterns.filter((pattern) => !pattern.getText().includes(`(?!${word}`));
    for (const pattern of missing)
      out.appendLeft(pattern.getStart() + pattern.getText().indexOf('(?!') + '(?!'.length, word);
    return missing.length === 0 ? SAME : undefined;
  });

/** Removes the path that `addToMatcher` has added. */
export const takeFromMatcher = (path: string, text: string, left: string): Edit =>
  editSource(path, text, (source, out) => {
    const added = `(?!${wordOf(left)}|`;
    const patterns = patternsOf(source).filter((pattern) => pattern.getText().includes(`/(${added}`));
    for (const pattern of patterns) {
      const start = pattern.getStart() + pattern.getText().indexOf(added) + '(?!'.length;
      out.remove(start, start + added.length - '(?!'.length);
    }
    return patterns.length === 0 ? SAME : undefined;
  });

const HEAD = '/((?!';

/** A path as part of a regular expression inside a JavaScript string. */
const wordOf = (path: string): string => path.replace(/^\//, '').replace(/[^\w/-]/g, '\\\\$&');

/** The texts below `matcher` of `config`. */
function patternsOf({ file }: Source): readonly ts.StringLiteralLike[] {
  const [matcher] = propertiesOf(file, 'matcher');
  return matcher ? findAll(matcher.initializer, ts.isStringLiteralLike) : [];
}
