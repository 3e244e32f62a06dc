import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';
import { hasBody } from '../edits/layout.ts';
import { findFile } from '../repository/application-files.ts';
import { folderOf } from '../repository/scripts.ts';
import { parseSource } from '../source/source.ts';

const ENDINGS = ['tsx', 'jsx', 'js', 'ts'];
/** Levels of route groups and language segments above a root layout. */
const MAX_DEPTH = 4;

/**
 * The root layouts: those nearest to `app` that have the body. There are several with route groups, and one may lie below
 * `[locale]`. If no layout has a body, the nearest layouts.
 */
export function findRootLayouts(files: ReadableFiles, appFolder: string): readonly string[] {
  const without: string[] = [];
  const visit = (folder: string, depth: number): readonly string[] => {
    const layout = findFile(files, [folder], 'layout', ENDINGS);
    if (layout !== undefined) {
      const source = parseSource(layout, files.read(layout) ?? '');
      if (source && hasBody(source)) return [layout];
      without.push(layout);
    }
    if (depth === MAX_DEPTH) return [];
    return files
      .list(folder)
      .filter((name) => name.endsWith('/') && !name.startsWith('.') && name !== 'node_modules/')
      .flatMap((name) => visit(joinPath(folder, name.slice(0, -1)), depth + 1));
  };
  const found = visit(appFolder, 0);
  if (found.length > 0) return found;
  return without.filter(
    (layout) =>
      !without.some((other) => other !== layout && folderOf(layout).startsWith(`${folderOf(other)}/`)),
  );
}
