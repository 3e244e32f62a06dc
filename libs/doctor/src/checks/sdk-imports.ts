import ts from 'typescript';
import type { Check, Problem, Subject } from '../check.ts';
import { browserModules, SDK_MODULE, type BrowserModule } from '../code/browser-modules.ts';
import { type Import, textOf, usesOf } from '@adit/codebase/source';
import { isReplay } from './replay.ts';
import { readBuild } from '../facts/build.ts';

/** A text of the SDK that no minifier changes, and one of its replay code. */
const SDK_MARK = 'sentry.javascript.';
const REPLAY_MARK = 'rrweb';
/** The SDK's chunk of a plain application has 113,000 characters, a chunk with the whole namespace more than 500,000. */
const MAX_CHUNK = 300_000;

const FIX = 'Import the functions by name: import { captureException } from …';

/** The browser loads the SDK after the page, and only the parts in use. */
export const sdkImports: Check = {
  id: 'sdk-imports',
  title: 'Browsers load the SDK late, and only what is used of it',
  run(subject) {
    const { files, pagesFolder } = subject.application;
    const isInEveryPage = (path: string): boolean =>
      path === files.aditConfig ||
      path === files.instrumentationClient ||
      path.startsWith(`${String(pagesFolder)}/_app.`);
    const problems = browserModules(subject).flatMap((module) =>
      checkModule(module, isInEveryPage(module.path)),
    );
    return problems.length > 0 ? problems : checkBuild(subject);
  },
};

function checkModule(module: BrowserModule, isInEveryPage: boolean): Problem[] {
  const { path, imports, source } = module;
  return imports
    .filter((one) => SDK_MODULE.test(one.module))
    .flatMap((one) => {
      const place = { level: 'warning' as const, path, line: one.line };
      if (takesAll(one, source))
        return [{ ...place, message: `This takes the whole of ${one.module} into the browser`, fix: FIX }];
      if (!isInEveryPage || one.kind === 'import()' || [...one.names.keys()].every(isReplay)) return [];
      return [
        {
          ...place,
          message: `This loads ${one.module} with every page, before the page can answer its visitor`,
          fix: 'Use captureError of @adit/next/report, or load the code by import() in monitoring.integrations.',
        },
      ];
    });
}

/** Whether the namespace is used as a value. Bundlers drop everything but `Sentry.name`. */
function takesAll({ kind, names }: Import, source: ts.SourceFile): boolean {
  const namespace = names.get('*');
  return namespace !== undefined && (kind !== 'import' || usesOf(source, namespace).some(isValue));
}

/** Whether a name is a value by itself: not in `name.x`, `x.name`, `{ name: x }`, a type or its own import. */
function isValue({ parent, text }: ts.Identifier): boolean {
  if (ts.isPropertyAccessExpression(parent) || ts.isNamespaceImport(parent)) return false;
  if (ts.isPropertyAssignment(parent)) return textOf(parent.initializer) === text;
  return !ts.isQualifiedName(parent) && !ts.isTypeQueryNode(parent);
}

function checkBuild(subject: Subject): Problem[] {
  const build = readBuild(subject);
  if (build === undefined) return [];
  const has = (path: string, mark: string): boolean => subject.reader.read(path)?.includes(mark) === true;
  const isSdk = (path: string): boolean => has(path, SDK_MARK) && !has(path, REPLAY_MARK);
  const first = build.firstScripts.find(isSdk);
  if (first !== undefined)
    return [
      {
        level: 'warning',
        message: 'Every page loads the SDK at once: it is in a script of the first load',
        path: first,
        fix: 'Import @sentry/nextjs only in code for the server, or by import().',
      },
    ];
  const sizeOf = (path: string): number => subject.reader.read(path)?.length ?? 0;
  const large = build.scripts.find((path) => sizeOf(path) > MAX_CHUNK && isSdk(path));
  if (large === undefined) return [];
  const size = Math.round(sizeOf(large) / 1000).toLocaleString('en');
  return [
    { level: 'warning', message: `The SDK's chunk has ${size} KB before compression`, path: large, fix: FIX },
  ];
}
