/** The fields of a package's manifest that the reference reads. */
export interface PackageManifest {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string | { readonly types?: string }>>;
}

/** An entry point of a package: the name that applications import, and the file with its types. */
export interface EntryPoint {
  readonly name: string;
  readonly types: string;
}

/**
 * Stands for all files matching a pattern such as `./texts/plain/*`, which have the same shape. The name can be
 * imported and is valid in every file system and address.
 */
const SAMPLE = 'en';

/** Entry points that only other packages of ours import, or that bundlers replace. */
const INTERNAL = new Set([
  '@adit/common/adit-options',
  '@adit/monitoring-config/browser',
  '@adit/monitoring-config/rules',
  '@adit/next/config-file',
  '@adit/next/sentry',
  '@adit/next/sentry-parts',
]);

/** The entry points of a published package that have types, by the name that applications import. */
export function entryPointsOf({ name, private: isPrivate, exports = {} }: PackageManifest): EntryPoint[] {
  if (isPrivate) return [];
  return Object.entries(exports)
    .flatMap(([subpath, target]) =>
      typeof target === 'string' || target.types === undefined
        ? []
        : [{ name: name + subpath.slice(1).replace('*', SAMPLE), types: target.types.replace('*', SAMPLE) }],
    )
    .filter((entry) => !INTERNAL.has(entry.name));
}

/** The published packages with their versions, such as `@adit/common 0.1.0, @adit/router 0.2.0`. */
export const versionsOf = (manifests: readonly PackageManifest[]): string =>
  manifests
    .filter((manifest) => !manifest.private)
    .map(({ name, version }) => `${name} ${version ?? ''}`)
    .join(', ');
