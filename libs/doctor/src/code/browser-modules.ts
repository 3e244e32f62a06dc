import ts from 'typescript';
import { createResolver, isNamed } from '@adit/codebase';
import type { Subject } from '../check.ts';
import { type Import, importsOf } from '@adit/codebase/source';

/** The maximum number of modules followed. */
const MAX_MODULES = 2_000;

/** Packages of the browser's SDK. */
export const SDK_MODULE = /^@sentry\/(?:nextjs|react|browser)$/;

/** A module of the application that the browser loads. */
export interface BrowserModule {
  readonly path: string;
  readonly source: ts.SourceFile;
  readonly imports: readonly Import[];
}

const APP_ENTRY =
  /^(?:page|layout|template|default|loading|error|global-error|not-found|global-not-found|forbidden|unauthorized)$/;

/**
 * The modules that browsers load with a page: `instrumentation-client` and `adit.config`, the Pages Router's pages,
 * modules with `'use client'`, and their static imports. Packages are not followed.
 */
export function browserModules(subject: Subject): readonly BrowserModule[] {
  const found = known.get(subject) ?? findModules(subject);
  known.set(subject, found);
  return found;
}

/** Cached, because several checks need the same modules. */
const known = new WeakMap<Subject, readonly BrowserModule[]>();

function findModules(subject: Subject): readonly BrowserModule[] {
  const { application, reader } = subject;
  const { appFolder, pagesFolder, files } = application;
  const resolve = createResolver(subject);
  const seen = new Set<string>();
  const found = new Map<string, BrowserModule>();

  const open: { path: string; client: boolean }[] = [];
  const start = (path: string | undefined, client: boolean): void => {
    if (path !== undefined) open.push({ path, client });
  };
  start(files.instrumentationClient, true);
  start(files.aditConfig, true);
  if (appFolder !== undefined)
    for (const path of reader.walk(appFolder)) if (isNamed(path, APP_ENTRY, application)) start(path, false);
  if (pagesFolder !== undefined)
    for (const path of reader.walk(pagesFolder))
      if (/\.[jt]sx?$/.test(path) && !path.startsWith(`${pagesFolder}/api/`)) start(path, true);

  for (const { path, client } of open) {
    const key = `${String(client)} ${path}`;
    const source = seen.has(key) || seen.size >= MAX_MODULES ? undefined : reader.code(path);
    seen.add(key);
    if (source === undefined) continue;
    const isClient = client || hasDirective(source, 'use client');
    const imports = importsOf(source);
    if (isClient && !found.has(path)) found.set(path, { path, source, imports });
    for (const { module, kind } of imports) if (kind !== 'import()') start(resolve(module, path), isClient);
  }
  return [...found.values()];
}

/** Whether a file starts with a directive such as `'use client'`. */
function hasDirective(source: ts.SourceFile, directive: string): boolean {
  for (const statement of source.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isStringLiteral(statement.expression)) return false;
    if (statement.expression.text === directive) return true;
  }
  return false;
}
