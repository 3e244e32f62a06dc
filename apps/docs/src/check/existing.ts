import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageManifest } from '../reference/entry-points.ts';
import type { Existing } from './mentions.ts';

const SOURCE = /\.(?:ts|tsx|mjs|json)$/;
const TEST = /\.(?:test|contract|helper)\.|\.md$/;

/** Variables of Sentry's build tools and of the SDK, which our sources pass on without naming them. */
const OF_SENTRY = ['SENTRY_ORG', 'SENTRY_PROJECT', 'SENTRY_AUTH_TOKEN'];

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const textsBelow = (folder: string): string =>
  filesBelow(folder)
    .filter((path) => SOURCE.test(path) && !TEST.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** The condition by which the workspace resolves packages to their sources. */
const CONDITION = '@adit/source';

/**
 * Returns the names that exist in the repository: variables and flags that sources read, entry points of packages, and
 * options in the API reports of `library`, or of all libraries.
 */
export function readExisting(root: string, library = ''): Existing {
  const folders = ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(root, kind)).map((name) => join(root, kind, name)),
  );
  const manifests = folders.map(
    (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageManifest,
  );
  const sources = ['src', 'schemas', 'bin']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((folder) => readable(folder))
    .map(textsBelow)
    .join('\n');
  const reports = folders
    .filter((folder) => folder.endsWith(library))
    .map((folder) => join(folder, 'api'))
    .filter((folder) => readable(folder))
    .flatMap((folder) => filesBelow(folder).map((path) => readFileSync(path, 'utf8')))
    .join('\n');
  const variables = matches(sources, /\b([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])\b/g);
  return {
    // The server reads secrets from files whose paths are in variables of such names.
    variables: new Set([...variables, ...variables.map((name) => `${name}_FILE`), ...OF_SENTRY]),
    options: new Set(matches(reports, /\b(\w+)\??(?::|\()/g)),
    entryPoints: new Set([
      CONDITION,
      ...manifests.flatMap(({ name, exports = {} }) => [
        name,
        ...Object.keys(exports).map((subpath) => name + subpath.slice(1)),
      ]),
    ]),
    flags: new Set(matches(sources, /['" ](--[a-z][a-z-]*)\b/g)),
  };
}

function readable(folder: string): boolean {
  try {
    readdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
