import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';
import type { ApplicationFiles } from './repository.ts';

/** The path of the first file with one of the names and endings, if there is one. */
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
/** As Next looks for them, in this order. */
const NEXT_CONFIG = ['js', 'mjs', 'cjs', 'ts', 'mts'];

/** Finds the files of an application that matter to a set-up. */
export function findApplicationFiles(
  files: ReadableFiles,
  folder: string,
  sourceFolder: string,
): ApplicationFiles {
  const anywhere = [folder, joinPath(folder, 'src')];
  const found = {
    aditConfig: findFile(files, anywhere, 'adit.config', SCRIPTS),
    nextConfig: findFile(files, [folder], 'next.config', NEXT_CONFIG),
    instrumentation: findFile(files, [sourceFolder], 'instrumentation', SCRIPTS),
    instrumentationClient: findFile(files, [sourceFolder], 'instrumentation-client', SCRIPTS),
    proxy:
      findFile(files, [sourceFolder], 'proxy', SCRIPTS) ??
      findFile(files, [sourceFolder], 'middleware', SCRIPTS),
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
