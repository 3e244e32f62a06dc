import type { ReadableFiles } from '../files.ts';

/** The fields of a `package.json` that are read. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly type?: string;
  readonly packageManager?: string;
  readonly workspaces?: readonly string[] | { readonly packages?: readonly string[] };
  readonly engines?: { readonly node?: string };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly main?: unknown;
  readonly svelte?: unknown;
  readonly exports?: unknown;
}

/** A JSON file; `undefined` if it is missing or not a JSON object. */
export function readManifest(files: Pick<ReadableFiles, 'read'>, path: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse((files.read(path) ?? '').replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The texts of an object in a JSON value. */
export function textsOf(json: unknown, field: string): Readonly<Record<string, string>> {
  const value = (json as Readonly<Record<string, unknown>> | undefined)?.[field];
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'));
}

/** The range of a package in the manifest, as a dependency or a development dependency. */
export const rangeOf = (manifest: Manifest | undefined, name: string): string | undefined =>
  manifest?.dependencies?.[name] ?? manifest?.devDependencies?.[name];
