import { posix } from 'node:path';
import { type Application, type Draft, folderOf, readDependency, type Step } from '@adit/codebase';
import {
  callsOf,
  findDefaultExport,
  followConstant,
  parseSource,
  propertyName,
  propertyValue,
} from '@adit/codebase/source';
import ts from 'typescript';
import { aditConfigOf, isTemplate } from '../set-up/templates.ts';
import { namesAdit, readScripts } from './leftovers.ts';

/** Options that a set-up writes. */
const WRITTEN: ReadonlySet<string> = new Set(['name', 'monitoring.tunnelPath']);

/**
 * Removes `adit.config`, also if it was edited, because only Adit reads it. The step names the options that go with it. If a script of
 * the application imports the file, it stays, with a step by hand.
 */
export function removeConfig(application: Application, draft: Draft): readonly Step[] {
  const { folder, manifest, files } = application;
  const path = files.aditConfig;
  const text = path === undefined ? undefined : draft.read(path);
  if (path === undefined || text === undefined) return [];
  if (!namesAdit(text) && readDependency(draft, manifest, '@adit/next') === undefined) return [];
  const scripts = readScripts(draft, application).filter(([other]) => other !== path);
  const importers = scripts.filter(([other, code]) => importsConfig(other, code, path));
  if (importers.length > 0) {
    const names = importers.map(([importer]) => importer).join(', ');
    const byHand = {
      why: `${names} ${importers.length === 1 ? 'imports' : 'import'} it, so it stays; take the import out, and run this again`,
      snippet: importers.flatMap(([, code]) => code.match(/^.*adit\.config.*$/gm) ?? []).join('\n'),
    };
    return [{ application: folder, path, reason: 'Adit does not read this file any more.', byHand }];
  }
  draft.remove(path);
  const modules = modulesIn(text);
  const imported = scripts
    .map(([other]) => other)
    .filter((other) => modules.some((module) => isAt(module, path, other)));
  const stays =
    imported.length === 0
      ? ''
      : ` It imports ${imported.join(', ')}, which ${imported.length === 1 ? 'stays' : 'stay'}.`;
  return [{ application: folder, path, reason: reasonFor(application, path, text) + stays }];
}

function reasonFor(application: Application, path: string, text: string): string {
  if (isTemplate(text, aditConfigOf(application))) return 'Only Adit needs this file.';
  const options = optionsIn(path, text).filter((name) => !WRITTEN.has(name));
  return options.length === 0
    ? 'Only Adit reads this file. Your changes to it go with it.'
    : `Only Adit reads this file. Your options go with it: ${options.join(', ')}.`;
}

/** The names of the options, two levels deep: `router.slowMs`. */
function optionsIn(path: string, text: string): readonly string[] {
  const source = parseSource(path, text);
  const exported = source && findDefaultExport(source);
  const root =
    (source && callsOf(source.file, 'defineAdit')[0]?.arguments[0]) ??
    (exported?.kind === 'expression' ? exported.node : undefined);
  return namesIn(root).flatMap(([name, value]) => {
    const inner = namesIn(value);
    return inner.length === 0 ? [name] : inner.map(([one]) => `${name}.${one}`);
  });
}

function namesIn(node: ts.Node | undefined): readonly (readonly [name: string, value: ts.Node])[] {
  const object = node && ts.isExpression(node) ? followConstant(node) : undefined;
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return [];
  return object.properties.flatMap((property) => {
    const name = propertyName(property);
    return name === undefined ? [] : [[name, propertyValue(property)] as const];
  });
}

/** `adit.config` by an alias, such as `@/adit.config`. */
const ALIAS = /^(?:[^.].*\/)?adit\.config$/;

const importsConfig = (from: string, code: string, path: string): boolean =>
  code.includes('adit.config') &&
  modulesIn(code).some((module) => ALIAS.test(module) || isAt(module, from, path));

/** The modules that code imports, also only their types. */
const modulesIn = (code: string): readonly string[] =>
  ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => withoutEnding(fileName));

const isAt = (module: string, from: string, path: string): boolean =>
  module.startsWith('.') && posix.join(folderOf(from), module) === withoutEnding(path);

const withoutEnding = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '');
