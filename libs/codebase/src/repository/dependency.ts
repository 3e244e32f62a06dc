import { parse } from 'yaml';
import type { ReadableFiles } from '../files.ts';
import { rangeOf, readManifest } from './read-manifest.ts';

/** The part of `ReadableFiles` that is needed here. */
type Readable = Pick<ReadableFiles, 'read'>;

/** A dependency of an application, and the place of its range. */
export interface Dependency {
  /** As written in the `package.json`: `^16.0.0`, `catalog:`, `patch:next@npm%3A16.2.0#…`. */
  readonly written: string;
  /** The resolved range of versions; `undefined` if there is none, such as for `workspace:*` or a link. */
  readonly range: string | undefined;
  /** The `package.json` that contains the package: that of the application, else the root's. */
  readonly manifest: string;
  /** The file and the keys of the catalog with the range. */
  readonly catalog?: { readonly path: string; readonly keys: readonly string[] };
}

/** A package in the manifest or, in a workspace, in that of the root. */
export function readDependency(files: Readable, manifest: string, name: string): Dependency | undefined {
  for (const path of new Set([manifest, 'package.json'])) {
    const written = rangeOf(readManifest(files, path), name);
    if (written === undefined) continue;
    const named = /^catalog:(.*)$/.exec(written)?.[1];
    const found = named === undefined ? undefined : findInCatalog(files, named.trim(), name);
    const { range: entry, ...catalog } = found ?? {};
    return {
      written,
      range: versionsOf(named === undefined ? written : entry, name),
      manifest: path,
      ...(found && { catalog: catalog as Required<Dependency>['catalog'] }),
    };
  }
  return undefined;
}

/** The range in `npm:next@16`, and in a patch of Yarn; `undefined` if it is not a range of this package. */
function versionsOf(written: string | undefined, name: string): string | undefined {
  if (written === undefined) return undefined;
  const patched = /^patch:((?:@[^@]+|[^@]+)@[^#]+)#/.exec(written)?.[1];
  const source = patched === undefined ? written : safeDecode(patched).replace(/@npm:/, '@');
  const alias = /^npm:(.+)$/.exec(source)?.[1] ?? (patched === undefined ? undefined : source);
  if (alias === undefined) return /^[a-z+]+:/.test(source) ? undefined : source;
  const at = alias.lastIndexOf('@');
  if (at <= 0) return /^[\d^~<>=*]/.test(alias) ? alias : undefined;
  return alias.slice(0, at) === name ? alias.slice(at + 1) : undefined;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The files that may contain catalogs: of pnpm, Yarn and Bun. Bun's may be in `workspaces`. */
const CATALOG_FILES: readonly (readonly [path: string, ...keys: string[]])[] = [
  ['pnpm-workspace.yaml'],
  ['.yarnrc.yml'],
  ['package.json'],
  ['package.json', 'workspaces'],
];

function findInCatalog(
  files: Readable,
  catalog: string,
  name: string,
): { readonly path: string; readonly keys: readonly string[]; readonly range: string } | undefined {
  const places =
    catalog === '' || catalog === 'default'
      ? [['catalog'], ['catalogs', 'default']]
      : [['catalogs', catalog]];
  for (const [path, ...outer] of CATALOG_FILES) {
    const settings = readSettings(files, path);
    for (const place of places) {
      const keys = [...outer, ...place, name];
      const range = keys.reduce<unknown>(
        (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
        settings,
      );
      if (typeof range === 'string' || typeof range === 'number') return { path, keys, range: String(range) };
    }
  }
  return undefined;
}

/** A file of YAML or JSON, which YAML includes. */
function readSettings(files: Readable, path: string): unknown {
  try {
    return parse(files.read(path) ?? '');
  } catch {
    return undefined;
  }
}
