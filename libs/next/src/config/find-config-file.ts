import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['', 'src'];
const ENDINGS = ['ts', 'mts', 'tsx', 'js', 'mjs', 'cjs'];

/** The path of `adit.config` from `root`, with a leading `./`; `undefined` without such a file. */
export function findConfigFile(root: string): string | undefined {
  const names = FOLDERS.flatMap((folder) =>
    ENDINGS.map((ending) => `./${folder && `${folder}/`}adit.config.${ending}`),
  );
  return names.find((name) => existsSync(join(root, name)));
}

/** Whether the application has a page for 401 or 403. */
export function hasInterruptPages(root: string): boolean {
  return ['app', 'src/app'].some((app) =>
    ['forbidden', 'unauthorized'].some((name) =>
      ['tsx', 'jsx', 'js', 'ts'].some((ending) => existsSync(join(root, app, `${name}.${ending}`))),
    ),
  );
}

/** The path of `instrumentation-client` from `root`, found as Next does; `undefined` without such a file. */
export function findClientFile(
  root: string,
  endings: readonly string[] = ['tsx', 'ts', 'jsx', 'js'],
): string | undefined {
  return ['.', './src']
    .flatMap((folder) => endings.map((ending) => `${folder}/instrumentation-client.${ending}`))
    .find((path) => existsSync(join(root, path)));
}
