import { type Edit, editSource, importsFrom, SAME, takeLines, unknown } from '@adit/codebase/source';

/** Removes the lines that pass on a module's exports, unless one of them is the default export of the file. */
export const takePassedOn = (module: string, path: string, text: string): Edit =>
  editSource(path, text, (source, out) => {
    const found = importsFrom(source.file, module);
    if (found.length === 0) return SAME;
    if (found.some(({ kind, names }) => kind !== 'export' || [...names.values()].includes('default')))
      return unknown('it uses the module in a way that is not known');
    takeLines(
      source,
      out,
      found.map(({ statement }) => statement),
    );
    return undefined;
  });
