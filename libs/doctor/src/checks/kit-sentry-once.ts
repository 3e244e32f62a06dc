import { allApplications, findScripts, mayHoldSources } from '@adit/codebase';
import { findAll, importsOf, lineOf, parse } from '@adit/codebase/source';
import ts from 'typescript';
import type { Check, KitSubject, Problem } from '../check.ts';
import { componentScripts } from '../code/component-scripts.ts';
import { sentryOnce } from './sentry-once.ts';

/** Folders and files with other processes than the application's, workers of the browser, and tests. */
const OTHERS =
  /(?:^|\/)(?:scripts|tools|bin|workers?|tests?|e2e|cypress|__tests__|__mocks__)\/|\.(?:test|spec)\.\w+$|(?:^|[/.-])worker\.\w+$/;

/** The kit starts the SDK of the browser and of the server. */
export const kitSentryOnce: Check<KitSubject> = {
  id: sentryOnce.id,
  title: sentryOnce.title,
  run: (subject) =>
    pathsOf(subject).flatMap((path): Problem[] => {
      const source = codeOf(subject, path);
      return (source ? startsOf(source) : []).map((call) => ({
        level: 'error',
        message: 'This starts an SDK of Sentry, which @adit/kits starts, too',
        path,
        line: lineOf(call),
        fix: 'Remove the call. Settings of the server belong to its variables, or to startServer of @adit/kits/server.',
      }));
    }),
};

/** The scripts and components of the application. */
function pathsOf({ application: { folder }, reader, repository }: KitSubject): readonly string[] {
  const others = allApplications(repository)
    .map((other) => other.folder)
    .filter((other) => other !== folder && other.startsWith(folder));
  return findScripts(reader, folder, {
    name: /./,
    enters: mayHoldSources,
    ending: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/,
  }).filter(
    (path) =>
      !OTHERS.test(path.slice(folder.length)) && !others.some((other) => path.startsWith(`${other}/`)),
  );
}

function codeOf({ reader }: KitSubject, path: string): ts.SourceFile | undefined {
  const text = reader.read(path);
  if (text?.includes('@sentry/') !== true) return undefined;
  return /\.[cm]?[jt]sx?$/.test(path) ? reader.code(path) : parse(`${path}.ts`, componentScripts(text));
}

/** The calls of `init` of a package of Sentry. */
function startsOf(source: ts.SourceFile): readonly ts.CallExpression[] {
  const imports = importsOf(source).filter(({ module }) => module.startsWith('@sentry/'));
  const starts = new Set(
    imports.flatMap(({ names }) => [
      names.get('init'),
      ...['*', 'default'].map((whole) => `${String(names.get(whole))}.init`),
    ]),
  );
  // These modules have the name that the code gives them.
  if (imports.some(({ kind }) => kind === 'import()' || kind === 'require')) starts.add('Sentry.init');
  return findAll(source, ts.isCallExpression).filter(({ expression }) => starts.has(expression.getText()));
}
