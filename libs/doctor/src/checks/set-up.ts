import { type Application, createResolver, isNamed } from '@adit/codebase';
import { findAll, type Import, importsOf } from '@adit/codebase/source';
import ts from 'typescript';
import type { Check, KitSubject, Problem, Subject } from '../check.ts';
import { SET_UP } from '../report.ts';
import { usesAdit, usesKits } from '../facts/manifest.ts';

/** Adit is in the application, and in its root layout. */
export const setUp: Check = {
  id: SET_UP,
  title: 'Adit is set up',
  beforeSetup: true,
  run(subject) {
    if (!usesAdit(subject)) return [notSetUp(subject.application)];
    return checkRoot(subject);
  },
};

/** Adit is in an application of another framework. */
export const kitSetUp: Check<KitSubject> = {
  id: SET_UP,
  title: setUp.title,
  beforeSetup: true,
  run: (subject) => (usesKits(subject) ? [] : [notSetUp(subject.application)]),
};

const notSetUp = ({ name, manifest }: Pick<Application, 'name' | 'manifest'>): Problem => ({
  level: 'warning',
  message: `Adit is not set up in ${name}. No other check ran`,
  path: manifest,
  fix: 'npx @adit/cli init',
});

/** The maximum number of modules followed from the layouts. */
const MAX_MODULES = 500;

/** `AditRoot` is in a layout, or in a component that a layout imports. */
function checkRoot(subject: Subject): Problem[] {
  const { application, reader } = subject;
  const { appFolder } = application;
  if (appFolder === undefined) return [];
  const layouts = reader.walk(appFolder).filter((path) => isNamed(path, 'layout', application));
  // API routes have no layout.
  if (layouts.length === 0) return [];
  const resolve = createResolver(subject);
  const open = [...layouts];
  for (const path of open) {
    const source = reader.code(path);
    if (source === undefined) continue;
    for (const found of importsOf(source)) {
      if (hasRoot(source, found)) return [];
      const next = resolve(found.module, path);
      if (next !== undefined && !open.includes(next) && open.length < MAX_MODULES) open.push(next);
    }
  }
  return [
    {
      level: 'warning',
      message: 'No layout has AditRoot, so stuck navigations and missing chunks stay as they are',
      path: layouts[0],
      fix: "Write <AditRoot>{children}</AditRoot> inside <body>, with AditRoot of '@adit/next/root'.",
    },
  ];
}

/** Whether a module uses the `AditRoot` that it imports, or passes it on. */
function hasRoot(source: ts.SourceFile, { module, kind, names }: Import): boolean {
  if (module !== '@adit/next/root') return false;
  const local = [names.get('AditRoot'), names.get('*')].filter((name) => name !== undefined);
  if (kind !== 'import') return local.length > 0;
  return findAll(source, ts.isIdentifier).some(
    ({ text, parent }) =>
      local.includes(text) && !ts.isImportSpecifier(parent) && !ts.isNamespaceImport(parent),
  );
}
