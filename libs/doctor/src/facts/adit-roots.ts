import { createResolver, isNamed } from '@adit/codebase';
import { findAll, type Import, importsOf } from '@adit/codebase/source';
import ts from 'typescript';
import type { Subject } from '../check.ts';

/** A module that uses `AditRoot`, or passes it on. */
interface AditRoots {
  readonly path: string;
  /** Where the module uses it; empty if the module only passes it on. */
  readonly uses: readonly ts.Identifier[];
}

/** The maximum number of modules followed from the layouts. */
const MAX_MODULES = 500;

/** The layouts of the App Router. */
export function layoutsOf({ application, reader }: Subject): readonly string[] {
  const { appFolder } = application;
  return appFolder === undefined
    ? []
    : reader.walk(appFolder).filter((path) => isNamed(path, 'layout', application));
}

/** Where `AditRoot` is, in layouts and in components that they import. */
export function* aditRootsOf(subject: Subject): Generator<AditRoots> {
  const { reader } = subject;
  const resolve = createResolver(subject);
  const open = [...layoutsOf(subject)];
  for (const path of open) {
    const source = reader.code(path);
    if (source === undefined) continue;
    for (const found of importsOf(source)) {
      const uses = rootsIn(source, found);
      if (uses) yield { path, uses };
      const next = resolve(found.module, path);
      if (next !== undefined && !open.includes(next) && open.length < MAX_MODULES) open.push(next);
    }
  }
}

/** The uses of the `AditRoot` that an import brings; `undefined` if it brings none, or if nothing uses it. */
function rootsIn(
  source: ts.SourceFile,
  { module, kind, names }: Import,
): readonly ts.Identifier[] | undefined {
  if (module !== '@adit/next/root') return undefined;
  const local = [names.get('AditRoot'), names.get('*')].filter((name) => name !== undefined);
  if (kind !== 'import') return local.length > 0 ? [] : undefined;
  const uses = findAll(source, ts.isIdentifier).filter(
    ({ text, parent }) =>
      local.includes(text) && !ts.isImportSpecifier(parent) && !ts.isNamespaceImport(parent),
  );
  return uses.length > 0 ? uses : undefined;
}
