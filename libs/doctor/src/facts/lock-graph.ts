import { posix } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { joinPath, textsOf } from '@adit/codebase';
import type { Subject } from '../check.ts';
import { parseYarnClassic } from './yarn-classic.ts';

/** A package that a lock file installs. */
export interface LockedPackage {
  /** Its place in the lock file. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly string[];
}

/** The packages of a lock file that an application uses. */
export interface LockGraph {
  readonly path: string;
  /** The package that the application, or another package, resolves a name to. */
  find(name: string, from?: LockedPackage): LockedPackage | undefined;
}

/** Reads the lock file of the repository; `undefined` if there is none, or if its format is unknown. */
export function readLockGraph(subject: Subject): LockGraph | undefined {
  return readNpm(subject) ?? readPnpm(subject) ?? readYarn(subject) ?? readBun(subject);
}

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const recordOf = (json: unknown, field: string): Json => {
  const value = isRecord(json) ? json[field] : undefined;
  return isRecord(value) ? value : {};
};

/** Lock files are in the application's folder, or in that of the workspace. */
function findLock({ application, reader }: Subject, name: string): string | undefined {
  return [application.folder, ''].map((folder) => joinPath(folder, name)).find((path) => reader.exists(path));
}

function lockedPackage(key: string, name: string, value: unknown): LockedPackage | undefined {
  const version = isRecord(value) ? value['version'] : undefined;
  if (typeof version !== 'string') return undefined;
  const names = [
    ...Object.keys(textsOf(value, 'dependencies')),
    ...Object.keys(textsOf(value, 'peerDependencies')),
  ];
  return { key, name, version, dependencies: [...new Set(names)] };
}

/** Resolves packages as Node does: in the nearest `node_modules` above. */
function readNpm(subject: Subject): LockGraph | undefined {
  const path = findLock(subject, 'package-lock.json');
  if (path === undefined) return undefined;
  const packages = recordOf(subject.reader.json(path), 'packages');
  const start = posix.relative(posix.dirname(`/${path}`), `/${subject.application.folder}`);
  return {
    path,
    find(name, from) {
      for (
        let folder = from?.key ?? start;
        ;
        folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))
      ) {
        const key = joinPath(folder, 'node_modules', name);
        const entry = packages[key];
        if (isRecord(entry) && entry['link'] !== true) return lockedPackage(key, name, entry);
        if (folder === '') return undefined;
      }
    },
  };
}

function readYamlLock(subject: Subject, name: string): { path: string; json: unknown } | undefined {
  const path = findLock(subject, name);
  const text = path === undefined ? undefined : subject.reader.read(path);
  if (path === undefined || text === undefined) return undefined;
  try {
    return { path, json: parseYaml(text, { maxAliasCount: 0 }) };
  } catch {
    return undefined;
  }
}

function readPnpm(subject: Subject): LockGraph | undefined {
  const lock = readYamlLock(subject, 'pnpm-lock.yaml');
  if (lock === undefined) return undefined;
  const snapshots = { ...recordOf(lock.json, 'packages'), ...recordOf(lock.json, 'snapshots') };
  const importer = recordOf(recordOf(lock.json, 'importers'), subject.application.folder || '.');
  const own = { ...recordOf(importer, 'devDependencies'), ...recordOf(importer, 'dependencies') };
  return {
    path: lock.path,
    find(name, from) {
      const version = from
        ? recordOf(snapshots[from.key], 'dependencies')[name]
        : recordOf(own, name)['version'];
      if (typeof version !== 'string') return undefined;
      const key = `${name}@${version}`;
      return {
        key,
        name,
        // The peers of the installed package follow in parentheses.
        version: version.replace(/\(.*/s, ''),
        dependencies: Object.keys(recordOf(snapshots[key], 'dependencies')),
      };
    },
  };
}

function readYarn(subject: Subject): LockGraph | undefined {
  const path = findLock(subject, 'yarn.lock');
  const text = path === undefined ? undefined : subject.reader.read(path);
  if (path === undefined || text === undefined) return undefined;
  const json = text.includes('__metadata:')
    ? readYamlLock(subject, 'yarn.lock')?.json
    : parseYarnClassic(text);
  const entries = new Map<string, unknown>();
  for (const [keys, value] of Object.entries(isRecord(json) ? json : {}))
    for (const key of keys.split(/, ?/)) entries.set(key, value);
  return {
    path,
    find(name, from) {
      const owner = from ? entries.get(from.key) : subject.reader.json(subject.application.manifest);
      const range = textsOf(owner, 'dependencies')[name] ?? textsOf(owner, 'devDependencies')[name];
      const bare = String(range).replace(/^npm:/, '');
      const key = [`${name}@npm:${bare}`, `${name}@${bare}`].find((one) => entries.has(one));
      return key === undefined ? undefined : lockedPackage(key, name, entries.get(key));
    },
  };
}

function readBun(subject: Subject): LockGraph | undefined {
  const path = findLock(subject, 'bun.lock');
  if (path === undefined) return undefined;
  const packages = recordOf(subject.reader.json(path), 'packages');
  return {
    path,
    find(name, from) {
      // Nested packages have the names of their parents as a prefix: `@sentry/nextjs/@sentry/core`.
      for (let above = from?.key ?? ''; ; above = above.replace(/\/?(?:@[^/]+\/)?[^/]+$/, '')) {
        const key = joinPath(above, name);
        const [id, , value] = Array.isArray(packages[key]) ? (packages[key] as unknown[]) : [];
        if (typeof id === 'string')
          return lockedPackage(key, name, {
            ...(isRecord(value) && value),
            version: id.slice(id.lastIndexOf('@') + 1),
          });
        if (above === '') return undefined;
      }
    },
  };
}
