import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';
import { findApplicationFiles } from './application-files.ts';
import { exportsFiles } from './exports-files.ts';
import { rangeOf, readManifest } from './read-manifest.ts';
import type { Application } from './repository.ts';

/** Reads the application of a folder; `undefined` if there is none. */
export function readApplication(files: ReadableFiles, folder: string): Application | undefined {
  const manifest = findNextManifest(files, folder);
  const source = findSource(files, folder);
  const found = findApplicationFiles(files, folder, source.sourceFolder);
  const hasPages = source.appFolder !== undefined || source.pagesFolder !== undefined;
  if (manifest === undefined || !(hasPages || found.nextConfig !== undefined)) return undefined;
  // Playwright's page objects lie in `src/pages`, too.
  if (found.nextConfig === undefined && isEndToEnd(files, folder)) return undefined;

  const nextConfig = found.nextConfig === undefined ? undefined : files.read(found.nextConfig);
  return {
    folder,
    name: readName(files, folder),
    manifest,
    next: readNextVersion(files, folder) ?? rangeOf(readManifest(files, manifest), 'next'),
    ...source,
    language: files.exists(joinPath(folder, 'tsconfig.json')) ? 'ts' : 'js',
    modules: readModules(files, folder),
    staticExport: nextConfig !== undefined && exportsFiles(nextConfig),
    files: found,
  };
}

/** Whether a folder is a project of end-to-end tests. */
const isEndToEnd = (files: ReadableFiles, folder: string): boolean =>
  files.list(folder).some((name) => /^(?:playwright|cypress)\.config\.[cm]?[jt]s$/.test(name));

/** The folder's own `package.json` if it names Next; else that of the root, for a project of an Nx workspace. */
function findNextManifest(files: ReadableFiles, folder: string): string | undefined {
  const names = (path: string): boolean => rangeOf(readManifest(files, path), 'next') !== undefined;
  const own = joinPath(folder, 'package.json');
  if (names(own)) return own;
  const isProject =
    files.exists('nx.json') && (files.exists(joinPath(folder, 'project.json')) || files.exists(own));
  return isProject && names('package.json') ? 'package.json' : undefined;
}

/** As Next does: `app` and `pages` of the folder come before those of `src`. */
function findSource(
  files: ReadableFiles,
  folder: string,
): Pick<Application, 'sourceFolder' | 'appFolder' | 'pagesFolder'> {
  const find = (name: string): string | undefined =>
    [joinPath(folder, name), joinPath(folder, 'src', name)].find((path) => files.list(path).length > 0);
  const appFolder = find('app');
  const pagesFolder = find('pages');
  const routes = appFolder ?? pagesFolder;
  const inSource =
    routes?.startsWith(joinPath(folder, 'src/')) ?? files.list(joinPath(folder, 'src')).length > 0;
  return { sourceFolder: inSource ? joinPath(folder, 'src') : folder, appFolder, pagesFolder };
}

function readName(files: ReadableFiles, folder: string): string {
  const named = ['package.json', 'project.json']
    .map((file) => readManifest(files, joinPath(folder, file))?.name)
    .find((name) => typeof name === 'string' && name !== '');
  return (named ?? folder).split('/').at(-1) || 'app';
}

function readNextVersion(files: ReadableFiles, folder: string): string | undefined {
  return [folder, '']
    .map((place) => readManifest(files, joinPath(place, 'node_modules/next/package.json'))?.version)
    .find((version) => version !== undefined);
}

/** `type` of the nearest `package.json`. */
function readModules(files: ReadableFiles, folder: string): 'esm' | 'cjs' {
  const parts = folder.split('/');
  const folders = parts.map((_part, index) => parts.slice(0, parts.length - index).join('/'));
  const nearest = [...folders, '']
    .map((one) => readManifest(files, joinPath(one, 'package.json')))
    .find((manifest) => manifest !== undefined);
  return nearest?.type === 'module' ? 'esm' : 'cjs';
}
