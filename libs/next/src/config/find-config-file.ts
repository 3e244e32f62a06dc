import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const FOLDERS = ['', 'src'];
const ENDINGS = ['ts', 'mts', 'tsx', 'js', 'mjs', 'cjs'];

/** The path of `adit.config` from `root`, with a leading `./`; `undefined` without such a file. */
export function findConfigFile(root: string): string | undefined {
  const names = FOLDERS.flatMap((folder) =>
    ENDINGS.map((ending) => `./${folder && `${folder}/`}adit.config.${ending}`),
  );
  return names.find((name) => existsSync(join(root, name)));
}

/** Whether the application has a page for 401 or 403, also below a folder such as `[locale]`. */
export function hasInterruptPages(root: string): boolean {
  const isPage = (path: string): boolean =>
    /^(?:forbidden|unauthorized)\.(?:\w+\.)*[jt]sx?$/.test(basename(path));
  return ['app', 'src/app']
    .map((app) => join(root, app))
    .some((app) => existsSync(app) && readdirSync(app, { recursive: true, encoding: 'utf8' }).some(isPage));
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
