import { posix } from 'node:path';
import { intersects, satisfies, validRange } from 'semver';
import type { Subject } from '../check.ts';
import { joinPath } from '../../join-path.ts';

type Dependencies = Readonly<Record<string, string>>;

/** What is read of a `package.json`. Fields of another type are left out. */
export interface Manifest {
  readonly dependencies: Dependencies;
  readonly engines: Dependencies;
  readonly scripts: Dependencies;
}

/** The `package.json` that names the application's dependencies. Development dependencies count too. */
export function readManifest({ reader, application }: Subject): Manifest {
  const own = reader.json(application.manifest);
  return {
    dependencies: {
      ...textsOf(own, 'peerDependencies'),
      ...textsOf(own, 'devDependencies'),
      ...textsOf(own, 'dependencies'),
    },
    engines: textsOf(own, 'engines'),
    scripts: textsOf(own, 'scripts'),
  };
}

/** The texts of an object in a JSON value. */
export function textsOf(json: unknown, field: string): Dependencies {
  const value = (json as Readonly<Record<string, unknown>> | undefined)?.[field];
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'));
}

/** The line of a package in the application's `package.json`. */
export function manifestLine({ reader, application }: Subject, name: string): number | undefined {
  const lines = reader.read(application.manifest)?.split('\n') ?? [];
  const index = lines.findIndex((line) => line.includes(`"${name}"`));
  return index === -1 ? undefined : index + 1;
}

/** The `package.json` of a package in the nearest `node_modules`; `undefined` if it is not installed. */
function findInstalled({ reader, application }: Subject, name: string): string | undefined {
  for (let { folder } = application; ; folder = posix.dirname(`/${folder}`).slice(1)) {
    const path = joinPath(folder, 'node_modules', name, 'package.json');
    if (reader.exists(path)) return path;
    if (folder === '') return undefined;
  }
}

/** Whether a package is in `node_modules` of the application, or of a folder above. */
export const isInstalled = (subject: Subject, name: string): boolean =>
  findInstalled(subject, name) !== undefined;

/** The version that is installed, by `node_modules` of the application or of a folder above. */
export function installedVersion(subject: Subject, name: string): string | undefined {
  const path = findInstalled(subject, name);
  const { version } = ((path !== undefined && subject.reader.json(path)) || {}) as { version?: unknown };
  return typeof version === 'string' ? version : undefined;
}

/** Whether the application uses Adit: it depends on @adit/next, or has an `adit.config`. */
export const usesAdit = (subject: Subject): boolean =>
  subject.application.files.aditConfig !== undefined || '@adit/next' in readManifest(subject).dependencies;

/** Whether the installed version, else some version of the range, is supported. Tags and links are not judged. */
export function isSupported(range: string, installed: string | undefined, supported: string): boolean {
  const options = { includePrerelease: true };
  if (installed !== undefined) return satisfies(installed, supported, options);
  return validRange(range) === null || intersects(range, supported, options);
}
