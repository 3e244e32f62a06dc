import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';
import { findFile } from './application-files.ts';
import { type Framework, FRAMEWORKS, type KitApplication } from './kit-application.ts';
import { isKitLibrary, type KitLibrary } from './kit-library.ts';
import { readName } from './read-name.ts';
import { rangeOf, readManifest } from './read-manifest.ts';

const NAMES = Object.keys(FRAMEWORKS) as readonly Framework[];

/** Reads the application or the library of a folder whose own `package.json` names a framework; `undefined` if there is none. */
export function readKitApplication(
  files: ReadableFiles,
  folder: string,
): KitApplication | KitLibrary | undefined {
  const manifest = joinPath(folder, 'package.json');
  const named = readManifest(files, manifest);
  for (const framework of NAMES) {
    const { dependency, config: name } = FRAMEWORKS[framework];
    const config = findFile(files, [folder], name, ['ts', 'mts', 'js', 'mjs', 'cjs', 'cts']);
    if (rangeOf(named, dependency) === undefined || config === undefined) continue;
    if (isKitLibrary(framework, named)) return { framework, folder };
    const language = files.exists(joinPath(folder, 'tsconfig.json')) ? 'ts' : 'js';
    return { framework, folder, name: readName(files, folder), manifest, config, language };
  }
  return undefined;
}
