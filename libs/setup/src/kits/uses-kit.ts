import { findScripts, mayHoldSources, type KitApplication, type ReadableFiles } from '@adit/codebase';
import { findAll, importsFrom, parseSource } from '@adit/codebase/source';
import ts from 'typescript';
import { usesImport } from '../edits/uses-import.ts';
import type { KitFile } from './kits.ts';

/** Whether a script of the application uses one of the names from the module, or passes it on. Without names: whether one names the module. */
export const usesKit = (
  files: ReadableFiles,
  { folder }: Pick<KitApplication, 'folder'>,
  { module, names: wanted }: Pick<KitFile, 'module' | 'names'>,
): boolean =>
  findScripts(files, folder, { name: /./, enters: mayHoldSources }).some((path) => {
    const text = files.read(path) ?? '';
    const source = text.includes(module) ? parseSource(path, text) : undefined;
    if (source && wanted.length === 0)
      return findAll(source.file, ts.isStringLiteralLike).some((name) => name.text === module);
    return (
      source !== undefined &&
      importsFrom(source.file, module).some((one) => usesImport(source.file, one, wanted))
    );
  });
