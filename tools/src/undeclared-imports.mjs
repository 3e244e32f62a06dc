import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { modulesBelow } from './import-circles.mjs';
import { published } from './pack.mjs';

/** The package of an import: `@adit/next` of `@adit/next/config`, `undici` of `undici/types`. */
const packageOf = (name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0];

/** The packages that a module imports, in order; types count, because its declarations name them too. */
export const packagesIn = (text) => [
  ...new Set(
    ts
      .preProcessFile(text, true, true)
      .importedFiles.map(({ fileName }) => fileName)
      .filter((name) => !/^[.#]/.test(name) && !isBuiltin(name) && !name.includes(':'))
      .map(packageOf),
  ),
];

/** The packages that a package may import: itself, and those in its manifest. */
const declaredIn = ({ name, dependencies, peerDependencies }) =>
  new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies })]);

/**
 * The imports of modules, a map from path to text, that the manifest does not declare. With npm they may resolve by
 * chance; with pnpm and Yarn they do not.
 */
export const undeclaredImports = (manifest, modules) =>
  [...modules].flatMap(([path, text]) =>
    packagesIn(text)
      .filter((name) => !declaredIn(manifest).has(name))
      .map((name) => `${path} imports ${name}, which ${manifest.name} does not declare`),
  );

/** Peers of entry points that an application imports itself, with the library as its own dependency. */
const OF_OTHER_ENTRIES = {
  '@opentelemetry/api': '@adit/operations/opentelemetry',
  '@redis/client': '@adit/spool/redis',
};

/**
 * Peers of this package's dependencies among `manifests` that it does not declare as peers. Without that, Yarn's PnP
 * does not resolve them.
 */
export const missingPeers = (manifest, manifests) =>
  manifests
    .filter(({ name }) => name in (manifest.dependencies ?? {}))
    .flatMap(({ name, peerDependencies = {} }) =>
      Object.keys(peerDependencies)
        .filter((peer) => !declaredIn(manifest).has(peer) && !(peer in OF_OTHER_ENTRIES))
        .map((peer) => `${manifest.name} depends on ${name}, but does not declare its peer ${peer}`),
    );

/** The faults of all published packages. */
export function findUndeclared() {
  const manifests = published.map(({ manifest }) => manifest);
  return published.flatMap(({ path, manifest }) => {
    const modules = modulesBelow(join(path, 'src')).filter((file) => !/\.(contract|helper)\./.test(file));
    return [
      ...undeclaredImports(manifest, new Map(modules.map((file) => [file, readFileSync(file, 'utf8')]))),
      ...missingPeers(manifest, manifests),
    ];
  });
}
