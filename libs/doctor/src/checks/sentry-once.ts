import ts from 'typescript';
import type { Check, Problem, Subject } from '../check.ts';
import { browserModules, SDK_MODULE } from '../code/browser-modules.ts';
import { calledName, findAll, importsOf, lineOf, textOf } from '@adit/codebase/source';
import { initCallsOf } from '../facts/own-sentry.ts';

/** Adit starts the SDK. If it starts twice, it reports errors twice or loses their digest. */
export const sentryOnce: Check = {
  id: 'sentry-once',
  title: 'Sentry is set up once',
  run: (subject) => [...checkBrowser(subject), ...checkServer(subject)],
};

function checkBrowser(subject: Subject): Problem[] {
  const { application, reader } = subject;
  const modules = browserModules(subject).filter(({ imports }) =>
    imports.some(({ module }) => SDK_MODULE.test(module)),
  );
  const own = application.files.sentryConfigs.filter((path) => path.includes('sentry.client.config'));
  const sources = new Map(modules.map(({ path, source }) => [path, source]));
  for (const path of own) {
    const source = reader.code(path);
    if (source) sources.set(path, source);
  }
  return [...sources].flatMap(([path, source]) =>
    initCallsOf(source).map((call) => ({
      level: 'error' as const,
      message: 'This starts the SDK of the browser, which Adit starts, too',
      path,
      line: lineOf(call),
      fix: 'Remove the call, and move its options to monitoring in adit.config.',
    })),
  );
}

function checkServer({ application, reader }: Subject): Problem[] {
  const path = application.files.instrumentation;
  const source = reader.code(path);
  if (
    source === undefined ||
    !importsOf(source).some(({ module }) => module === '@adit/next/instrumentation')
  )
    return [];
  return [...checkRequestErrors(source), ...checkOrder(source)].map((problem) => ({ ...problem, path }));
}

/** `export const onRequestError = Sentry.captureRequestError` */
function checkRequestErrors(source: ts.SourceFile): Problem[] {
  const [used] = findAll(source, ts.isIdentifier).filter(({ text }) => text === 'captureRequestError');
  if (used === undefined) return [];
  return [
    {
      level: 'error',
      message: 'captureRequestError reports errors of requests a second time',
      line: lineOf(used),
      fix: "Write export { onRequestError } from '@adit/next/instrumentation'.",
    },
  ];
}

/** Adit starts the SDK only if it is not running: the application's own files must start first. */
function checkOrder(source: ts.SourceFile): Problem[] {
  const names = registerNames(source);
  // A call that is returned ends the function.
  const registered = findAll(source, ts.isCallExpression).find(
    ({ expression, parent }) => names.has(textOf(expression) ?? '') && !ts.isReturnStatement(parent),
  );
  const late = findAll(source, ts.isCallExpression).find(
    (call) =>
      registered !== undefined &&
      call.pos > registered.pos &&
      (calledName(call) === 'require' || call.expression.kind === ts.SyntaxKind.ImportKeyword) &&
      /sentry\.(?:server|edge)\.config/.test(textOf(call.arguments[0]) ?? ''),
  );
  if (late === undefined) return [];
  return [
    {
      level: 'error',
      message: 'This starts the SDK again, after Adit has started it',
      line: lineOf(late),
      fix: "Call Adit's register last.",
    },
  ];
}

/** The names of Adit's `register` in the file. */
const registerNames = (source: ts.SourceFile): ReadonlySet<string> =>
  new Set(
    findAll(source, ts.isImportSpecifier)
      .filter(({ name, propertyName }) => (propertyName ?? name).text === 'register')
      .filter((one) => textOf(one.parent.parent.parent.moduleSpecifier) === '@adit/next/instrumentation')
      .map(({ name }) => name.text),
  );
