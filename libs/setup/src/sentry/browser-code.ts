import ts from 'typescript';
import {
  type Application,
  createResolver,
  findScripts,
  mayHoldSources,
  type ReadableFiles,
} from '@adit/codebase';
import { createReader, importsOf } from '@adit/codebase/source';
import { readModule, type ModuleScope } from './module-scope.ts';

const directive = (name: string): RegExp =>
  new RegExp(`^\\s*(?://.*\\n|/\\*[\\s\\S]*?\\*/|\\s)*['"]use ${name}['"]`);
const USE_CLIENT = directive('client');
/** Modules with this are not loaded by browsers. */
const FOR_SERVERS = new RegExp(`${directive('server').source}|import ['"]server-only['"]`);

/** Functions that Next removes from a page of the Pages Router, with their imports. */
const OF_SERVERS = new Set(['getServerSideProps', 'getStaticProps', 'getStaticPaths']);

/**
 * The modules of an application that browsers load and that contain the name of a Sentry package:
 * `instrumentation-client`, pages of the Pages Router, those with `'use client'`, and their static imports. Packages
 * are not followed.
 */
export function browserCode(files: ReadableFiles, application: Application): readonly ModuleScope[] {
  const { folder, pagesFolder, files: own } = application;
  const reader = createReader(files);
  const resolve = createResolver({ application, reader });
  const scripts = findScripts(files, folder, {
    name: /(?<!\.(?:test|spec|stories))$/,
    enters: mayHoldSources,
  });
  const starts = scripts.filter(
    (path) =>
      path === own.instrumentationClient ||
      USE_CLIENT.test(reader.read(path) ?? '') ||
      (pagesFolder !== undefined &&
        path.startsWith(`${pagesFolder}/`) &&
        !path.startsWith(`${pagesFolder}/api/`)),
  );
  const paths = new Set(starts);
  // Elements that are added to a set during iteration are visited too.
  for (const path of paths) {
    const source = reader.code(path);
    for (const module of source ? loadedModules(source) : []) {
      const found = resolve(module, path);
      if (found !== undefined && !FOR_SERVERS.test(reader.read(found) ?? '')) paths.add(found);
    }
  }
  return [...paths].flatMap((path) => {
    const text = reader.read(path) ?? '';
    const module = /['"]@sentry\//.test(text) ? readModule(path, text) : undefined;
    return module ?? [];
  });
}

/** The modules that a file loads for their values. Compilers leave out imports that only types use. */
function loadedModules(source: ts.SourceFile): readonly string[] {
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || isOfServers(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isIdentifier(node)) used.add(node.text);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return importsOf(source)
    .filter(({ kind, names }) => {
      if (kind !== 'import') return kind === 'export';
      return names.size === 0 || [...names.values()].some((name) => used.has(name));
    })
    .map(({ module }) => module);
}

const isOfServers = (node: ts.Node): boolean =>
  (ts.isFunctionDeclaration(node) && OF_SERVERS.has(node.name?.text ?? '')) ||
  (ts.isVariableDeclaration(node) && OF_SERVERS.has(node.name.getText()));
