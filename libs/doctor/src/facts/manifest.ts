import { posix } from 'node:path';
import { satisfies } from 'semver';
import { joinPath, readDependency, textsOf, rangesMeet } from '@adit/codebase';
import { usesKits as importsKits } from '@adit/setup';
import type { KitSubject, Subject } from '../check.ts';

/**
 * The packages that the application depends on, with their ranges. In a workspace, the root's count, too, and so do development
 * dependencies. A catalog, an alias and a patch are the range that they mean.
 */
export function dependenciesOf({
  reader,
  application,
  repository,
}: Subject | KitSubject): Readonly<Record<string, string>> {
  const isShared = repository.nx || repository.workspace !== 'none';
  const named = [...(isShared ? ['package.json'] : []), application.manifest].flatMap((path) => {
    const manifest = reader.json(path);
    return ['peerDependencies', 'devDependencies', 'dependencies'].map((field) => textsOf(manifest, field));
  });
  return Object.fromEntries(
    named
      .flatMap((ranges) => Object.entries(ranges))
      .map(([name, written]) => [name, readDependency(reader, application.manifest, name)?.range ?? written]),
  );
}

/** The scripts of the application's `package.json`. */
export const scriptsOf = ({ reader, application }: Subject): Readonly<Record<string, string>> =>
  textsOf(reader.json(application.manifest), 'scripts');

/** The line of a package in the application's `package.json`. */
export function manifestLine(
  { reader, application }: Subject | KitSubject,
  name: string,
): number | undefined {
  const lines = reader.read(application.manifest)?.split('\n') ?? [];
  const index = lines.findIndex((line) => line.includes(`"${name}"`));
  return index === -1 ? undefined : index + 1;
}

/** The `package.json` of a package in the nearest `node_modules`; `undefined` if it is not installed. */
function findInstalled({ reader, application }: Subject | KitSubject, name: string): string | undefined {
  for (let { folder } = application; ; folder = posix.dirname(`/${folder}`).slice(1)) {
    const path = joinPath(folder, 'node_modules', name, 'package.json');
    if (reader.exists(path)) return path;
    if (folder === '') return undefined;
  }
}

/** Whether a package is in `node_modules` of the application, or of a folder above. */
export const isInstalled = (subject: Subject | KitSubject, name: string): boolean =>
  findInstalled(subject, name) !== undefined;

/** The installed version, in `node_modules` of the application or of a folder above. */
export function installedVersion(subject: Subject, name: string): string | undefined {
  const path = findInstalled(subject, name);
  const { version } = ((path !== undefined && subject.reader.json(path)) || {}) as { version?: unknown };
  return typeof version === 'string' ? version : undefined;
}

/** Whether the application uses Adit: it depends on @adit/next, or has an `adit.config`. */
export const usesAdit = (subject: Subject): boolean =>
  subject.application.files.aditConfig !== undefined || '@adit/next' in dependenciesOf(subject);

/** Whether an application of another framework uses Adit. */
export const usesKits = (subject: KitSubject): boolean =>
  '@adit/kits' in dependenciesOf(subject) || importsKits(subject.reader, subject.application);

/** Whether the installed version, else some version of the range, is supported. Tags and links are not checked. */
export function isSupported(range: string, installed: string | undefined, supported: string): boolean {
  return installed === undefined
    ? rangesMeet(range, supported) !== false
    : satisfies(installed, supported, { includePrerelease: true });
}
