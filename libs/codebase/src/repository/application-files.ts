import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';
import type { Application, ApplicationFiles } from './repository.ts';

/** The path of the first file with one of the names and endings, if any. */
export function findFile(
  files: ReadableFiles,
  folders: readonly string[],
  name: string,
  endings: readonly string[],
): string | undefined {
  const paths = folders.flatMap((folder) => endings.map((ending) => joinPath(folder, `${name}.${ending}`)));
  return paths.find((path) => files.read(path) !== undefined);
}

const SCRIPTS = ['ts', 'tsx', 'js', 'jsx', 'mts', 'mjs', 'cjs'];
/** Next imports `instrumentation-client` like a module, so `pageExtensions` does not apply. */
const MODULES = ['ts', 'tsx', 'js', 'jsx', 'mjs'];
/** In the order in which Next looks for them. */
const NEXT_CONFIG = ['js', 'mjs', 'cjs', 'ts', 'mts'];

/** `next.config`, which Next looks for in the folder of the application only. */
export const findNextConfig = (files: ReadableFiles, folder: string): string | undefined =>
  findFile(files, [folder], 'next.config', NEXT_CONFIG);

/**
 * Finds the files of an application that a set-up needs, as Next does: `instrumentation` and `proxy` are next to the
 * routes and end with one of `pageExtensions`; `instrumentation-client` is in `src` or, if not there, in the folder of
 * the application.
 */
export function findApplicationFiles(
  files: ReadableFiles,
  {
    folder,
    sourceFolder,
    pageExtensions,
    nextConfig,
  }: Pick<Application, 'folder' | 'sourceFolder' | 'pageExtensions'> & {
    readonly nextConfig: string | undefined;
  },
): ApplicationFiles {
  const source = joinPath(folder, 'src');
  const anywhere = [folder, source];
  const found = {
    aditConfig: findFile(files, anywhere, 'adit.config', SCRIPTS),
    nextConfig,
    instrumentation: findInstrumentation(files, [sourceFolder, folder], pageExtensions),
    instrumentationClient: findFile(files, [source, folder], 'instrumentation-client', MODULES),
    proxy:
      findFile(files, [sourceFolder], 'proxy', pageExtensions) ??
      findFile(files, [sourceFolder], 'middleware', pageExtensions),
  };
  const named = Object.entries(found).filter(([, path]) => path !== undefined);
  return {
    ...(Object.fromEntries(named) as Partial<Record<keyof typeof found, string>>),
    sentryConfigs: anywhere.flatMap((one) =>
      ['client', 'server', 'edge'].flatMap(
        (side) => findFile(files, [one], `sentry.${side}.config`, SCRIPTS) ?? [],
      ),
    ),
  };
}

/**
 * The `instrumentation` with the code. Every bundler finds one next to the routes. If the routes are in `src`, only
 * Turbopack finds one in the folder of the application; it counts if there is no other, or if the other one re-exports
 * it.
 */
function findInstrumentation(
  files: ReadableFiles,
  [beside, root]: readonly [string, string],
  pageExtensions: readonly string[],
): string | undefined {
  const find = (folder: string): string | undefined =>
    findFile(files, [folder], 'instrumentation', pageExtensions);
  const own = find(beside);
  if (beside === root) return own;
  return own === undefined || passesOnRoot(files.read(own)) ? (find(root) ?? own) : own;
}

/** Whether an `instrumentation` in `src` only re-exports the one in the folder above. */
export const passesOnRoot = (text: string | undefined): boolean =>
  /^\s*(?:\/\/.*\s+)*export \* from ['"]\.\.\/instrumentation(?:\.\w+)?['"];?\s*$/.test(text ?? '');
