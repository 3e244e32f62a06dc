import type { ReadableFiles } from '../files.ts';

/** What is read of a `package.json`. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly type?: string;
  readonly packageManager?: string;
  readonly workspaces?: readonly string[] | { readonly packages?: readonly string[] };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A JSON file; `undefined` if there is none, or if it is no JSON object. */
export function readManifest(files: Pick<ReadableFiles, 'read'>, path: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse((files.read(path) ?? '').replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The range of a package that the manifest names, to run or to develop. */
export const rangeOf = (manifest: Manifest | undefined, name: string): string | undefined =>
  manifest?.dependencies?.[name] ?? manifest?.devDependencies?.[name];
