import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';
import { findApplicationFiles, findNextConfig } from './application-files.ts';
import { exportsFiles } from './exports-files.ts';
import { readPageExtensions } from './page-extensions.ts';
import { readDependency } from './dependency.ts';
import { rangeOf, readManifest } from './read-manifest.ts';
import { readName } from './read-name.ts';
import type { Application } from './repository.ts';
import { readWorkspace } from './workspace.ts';

/** Reads the application of a folder; `undefined` if there is none. */
export function readApplication(files: ReadableFiles, folder: string): Application | undefined {
  const manifest = findNextManifest(files, folder);
  const source = findSource(files, folder);
  const nextConfig = findNextConfig(files, folder);
  const hasPages = source.appFolder !== undefined || source.pagesFolder !== undefined;
  if (manifest === undefined || !(hasPages || nextConfig !== undefined)) return undefined;
  // Playwright's page objects are in `src/pages` too.
  if (nextConfig === undefined && isEndToEnd(files, folder)) return undefined;

  const configText = nextConfig === undefined ? undefined : files.read(nextConfig);
  const pageExtensions = readPageExtensions(configText);
  return {
    folder,
    name: readName(files, folder),
    manifest,
    next: readNextVersion(files, folder) ?? rangeOfNext(files, manifest),
    ...source,
    language: files.exists(joinPath(folder, 'tsconfig.json')) ? 'ts' : 'js',
    modules: readModules(files, folder),
    pageExtensions,
    staticExport: configText !== undefined && exportsFiles(configText),
    files: findApplicationFiles(files, {
      folder,
      sourceFolder: source.sourceFolder,
      pageExtensions,
      nextConfig,
    }),
  };
}

/** Whether a folder is a project of end-to-end tests. */
const isEndToEnd = (files: ReadableFiles, folder: string): boolean =>
  files.list(folder).some((name) => /^(?:playwright|cypress)\.config\.[cm]?[jt]s$/.test(name));

/** The range of `next`, resolved through a catalog; the text itself if it is not a range of versions. */
function rangeOfNext(files: ReadableFiles, manifest: string): string | undefined {
  const found = readDependency(files, manifest, 'next');
  return found?.range ?? found?.written;
}

/**
 * The folder's own `package.json` if it contains Next. Else that of the root, for a project of an Nx workspace, or for
 * a package of another workspace that is recognisable as a Next application: the root may list dependencies of all
 * packages, and other packages may use Vite or Expo.
 */
function findNextManifest(files: ReadableFiles, folder: string): string | undefined {
  const names = (path: string): boolean => rangeOf(readManifest(files, path), 'next') !== undefined;
  const own = joinPath(folder, 'package.json');
  if (names(own)) return own;
  const isProject =
    (files.exists('nx.json') && (files.exists(joinPath(folder, 'project.json')) || files.exists(own))) ||
    (readWorkspace(files).kind !== 'none' && files.exists(own));
  return isProject && names('package.json') && showsNext(files, folder) ? 'package.json' : undefined;
}

/** Tools that build an application, recognised by their files. */
const OTHER_TOOL =
  /^(?:(?:vite|astro|svelte|metro|remix|react-router|nuxt|webpack|rspack|rsbuild|gatsby-config|angular)(?:\.config)?\.[\w.]+|app\.json|index\.html)$/;

/**
 * Whether a folder without a dependency on Next is a Next application: by its configuration, a script, or routes and no
 * files of other tools.
 */
function showsNext(files: ReadableFiles, folder: string): boolean {
  if (findNextConfig(files, folder) !== undefined) return true;
  const scripts = Object.values(readManifest(files, joinPath(folder, 'package.json'))?.scripts ?? {});
  if (scripts.some((script) => /(?:^|[\s;&])next (?:build|dev|start)\b/.test(script))) return true;
  const { appFolder, pagesFolder } = findSource(files, folder);
  const has = (place: string | undefined, names: RegExp): boolean =>
    place !== undefined && files.list(place).some((name) => names.test(name));
  return (
    (has(appFolder, /^(?:layout|page)\.[jt]sx?$/) ||
      has(pagesFolder, /^(?:_app|_document|index)\.[jt]sx?$/)) &&
    !files.list(folder).some((name) => OTHER_TOOL.test(name))
  );
}

/** As in Next: `app` and `pages` of the folder take precedence over those of `src`. */
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
