import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';
import { readManifest } from './read-manifest.ts';

/** The name in `package.json` or `project.json` of a folder, without the scope; else the folder's, else `app`. */
export function readName(files: ReadableFiles, folder: string): string {
  const named = ['package.json', 'project.json']
    .map((file) => readManifest(files, joinPath(folder, file))?.name)
    .find((name) => typeof name === 'string' && name !== '');
  return (named ?? folder).split('/').at(-1) || 'app';
}
