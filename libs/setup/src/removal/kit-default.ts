import type { KitApplication, ReadableFiles } from '@adit/codebase';
import { importsFrom, parseSource } from '@adit/codebase/source';
import { findKitFile } from '../kits/kit-paths.ts';
import { KITS } from '../kits/kits.ts';
import type { Leftover } from './leftovers.ts';

/** For a file that passes a part of its kit on as its default export: without the lines, it has none. */
export function leftoverOfKit(
  files: ReadableFiles,
  application: KitApplication,
  path: string,
  text: string,
): Leftover | undefined {
  const row = KITS[application.framework].files.find(
    (file) => findKitFile(files, application, file) === path,
  );
  const source = row && parseSource(path, text);
  const passesDefault = source
    ? importsFrom(source.file, row.module).some(
        ({ kind, names }) => kind === 'export' && [...names.values()].includes('default'),
      )
    : false;
  if (!passesDefault) return undefined;
  return row?.own === undefined
    ? { todo: 'remove the file, or write a default export of its own in place of these lines' }
    : { todo: 'write a default export of its own in place of the lines of Adit', own: row.own };
}
