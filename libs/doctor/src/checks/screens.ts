import { conventionOf, endingOf, isNamed, readNextOption } from '@adit/codebase';
import type { Check, Problem, Subject } from '../check.ts';
import { importsOf } from '@adit/codebase/source';
import { reports } from '../code/reports.ts';

const SCREEN = /^(?:error|global-error|not-found|forbidden|unauthorized)$/;
const INTERRUPTS = ['forbidden', 'unauthorized'];

/** Failed pages show a screen, which reports the error and has the right status. */
export const screens: Check = {
  id: 'screens',
  title: 'Error screens are there, report, and have the right status',
  run: (subject) => [...checkApp(subject), ...checkPages(subject)],
};

function checkApp(subject: Subject): Problem[] {
  const { application, reader } = subject;
  const { appFolder } = application;
  if (appFolder === undefined) return [];
  const paths = reader.walk(appFolder).filter((path) => /\.[jt]sx?$/.test(path) && counts(subject, path));
  const has = (name: string): boolean => paths.some((path) => isNamed(path, name, application));
  return [
    // API routes have no screens.
    ...(has('page') ? ['error', 'global-error'] : [])
      .filter((name) => !has(name))
      .map((name) => missing(subject, name)),
    ...paths.flatMap((path) => checkScreen(subject, path)),
    ...INTERRUPTS.filter((name) => !has(name)).flatMap((name) => checkInterrupt(subject, paths, name)),
    ...(INTERRUPTS.some(has) ? checkSwitch(subject) : []),
  ];
}

/** A file that Next ignores is no screen, except one of Adit: the check `page-extensions` reports that. */
function counts({ application, reader }: Subject, path: string): boolean {
  if (conventionOf(path, application)?.isTaken !== false) return true;
  return reader.read(path)?.includes('@adit/next/') === true;
}

function missing({ application }: Subject, name: string): Problem {
  const file = `${application.appFolder ?? 'app'}/${name}.${endingOf(application, 'screen')}`;
  const what =
    name === 'error' ? 'a failed page takes its layout down' : 'a failed root layout shows an empty page';
  return {
    level: 'warning',
    message: `There is no ${name} screen: ${what}, and its error in the browser is not reported`,
    path: application.appFolder,
    fix: `Write ${file}: 'use client'; export { default } from '@adit/next/screens/${name}';`,
  };
}

/** Finds a file of one name with the screen of another, an error screen that reports nothing, a 404 that redirects. */
function checkScreen(subject: Subject, path: string): Problem[] {
  const name = conventionOf(path, subject.application)?.name;
  const source = name === undefined || !SCREEN.test(name) ? undefined : subject.reader.code(path);
  if (name === undefined || source === undefined) return [];
  const imports = importsOf(source);
  const other = imports.find(
    ({ module }) => module.startsWith('@adit/next/screens/') && !module.endsWith(`/${name}`),
  );
  if (other)
    return [
      {
        level: 'error',
        message: `This file shows the screen ${other.module.split('/').at(-1) ?? ''}, which does not fit its status`,
        path,
        line: other.line,
        fix: `Export the default of @adit/next/screens/${name}.`,
      },
    ];
  const redirect = imports.find(
    ({ module, names }) =>
      module === 'next/navigation' && (names.has('redirect') || names.has('permanentRedirect')),
  );
  if (!name.includes('error') && redirect)
    return [
      {
        level: 'error',
        message: 'This screen redirects, so search engines see no status of an error',
        path,
        line: redirect.line,
        fix: 'Show a screen with a link instead.',
      },
    ];
  if (!name.includes('error') || reports(subject, path)) return [];
  return [
    {
      level: 'error',
      message: 'This screen does not report the error that it shows',
      path,
      line: 1,
      fix: 'Call captureError of @adit/next/report: useEffect(() => captureError(error), [error]).',
    },
  ];
}

/** `withAdit` enables `authInterrupts` only if there is a screen. Without it, these functions answer 500. */
function checkInterrupt(subject: Subject, paths: readonly string[], name: string): Problem[] {
  if (readNextOption(subject, 'authInterrupts') !== undefined) return [];
  const { appFolder = 'app' } = subject.application;
  for (const path of paths) {
    const source = subject.reader.code(path);
    const used = (source ? importsOf(source) : []).find(
      ({ module, names }) => module === 'next/navigation' && names.has(name),
    );
    if (used)
      return [
        {
          level: 'error',
          message: `${name}() answers 500, because there is no ${name} screen`,
          path,
          line: used.line,
          fix: `Write ${appFolder}/${name}.${endingOf(subject.application, 'screen')}: export { default } from '@adit/next/screens/${name}';`,
        },
      ];
  }
  return [];
}

function checkSwitch(subject: Subject): Problem[] {
  const option = readNextOption(subject, 'authInterrupts');
  if (option?.value !== false) return [];
  const message = 'authInterrupts is off, so forbidden() and unauthorized() answer 500';
  return [
    {
      level: 'error',
      message,
      path: option.path,
      line: option.line,
      fix: 'Remove authInterrupts: withAdit sets it.',
    },
  ];
}

/** The Pages Router shows all rendering errors with `_error`. */
function checkPages(subject: Subject): Problem[] {
  const { application, reader } = subject;
  const { pagesFolder } = application;
  const names = pagesFolder === undefined ? [] : reader.list(pagesFolder);
  if (pagesFolder === undefined || !names.some((name) => name !== 'api/')) return [];
  const screen = names.find((name) => isNamed(name, '_error', application));
  if (screen === undefined)
    return [
      {
        level: 'warning',
        message: 'There is no pages/_error, so errors of a render in the browser are not reported',
        path: pagesFolder,
        fix: `Write ${pagesFolder}/_error.${endingOf(application, 'screen')}: export { default } from '@adit/next/screens/pages-error';`,
      },
    ];
  const path = `${pagesFolder}/${screen}`;
  if (reports(subject, path)) return [];
  return [
    {
      level: 'error',
      message: 'This screen does not report the error that it shows',
      path,
      line: 1,
      fix: "Write if (!res && err) captureError(err); in its getInitialProps, with captureError of '@adit/next/report'.",
    },
  ];
}
