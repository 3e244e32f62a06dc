import { type Application, findFile, folderOf, joinPath, type ReadableFiles } from '@adit/codebase';
import { hasBody } from '../edits/layout.ts';
import { parseSource } from '@adit/codebase/source';

/** Levels of route groups and language segments above a root layout. */
const MAX_DEPTH = 4;

/**
 * The root layouts: those nearest to `app` that contain the body. There are several with route groups, and one may be
 * below `[locale]`. If no layout contains a body, the nearest layouts.
 */
export function findRootLayouts(
  files: ReadableFiles,
  appFolder: string,
  { pageExtensions }: Pick<Application, 'pageExtensions'>,
): readonly string[] {
  const without: string[] = [];
  const visit = (folder: string, depth: number): readonly string[] => {
    const layout = findFile(files, [folder], 'layout', pageExtensions);
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
