import type { Check, Problem, Subject } from '../check.ts';
import { importsOf } from '../code/imports.ts';
import { reports } from '../code/reports.ts';
import { readNextOption } from '../facts/settings.ts';

const ENDING = '\\.[jt]sx?$';
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
  const paths = reader.walk(appFolder).filter((path) => /\.[jt]sx?$/.test(path));
  const has = (name: string): boolean =>
    paths.some((path) => new RegExp(`(?:^|/)${name}${ENDING}`).test(path));
  return [
    // Routes of an API have no screens.
    ...(has('page') ? ['error', 'global-error'] : [])
      .filter((name) => !has(name))
      .map((name) => missing(subject, name)),
    ...paths.flatMap((path) => checkScreen(subject, path)),
    ...INTERRUPTS.filter((name) => !has(name)).flatMap((name) => checkInterrupt(subject, paths, name)),
    ...(INTERRUPTS.some(has) ? checkSwitch(subject) : []),
  ];
}

function missing({ application }: Subject, name: string): Problem {
  const file = `${application.appFolder ?? 'app'}/${name}.${application.language === 'ts' ? 'tsx' : 'jsx'}`;
  const what =
    name === 'error' ? 'a failed page takes its layout down' : 'a failed root layout shows an empty page';
  return {
    level: 'warning',
    message: `There is no ${name} screen: ${what}, and its error in the browser is not reported`,
    path: application.appFolder,
    fix: `Write ${file}: 'use client'; export { default } from '@adit/next/screens/${name}';`,
  };
}

/** A file of one name with the screen of another, an error screen that reports nothing, a 404 that redirects. */
function checkScreen(subject: Subject, path: string): Problem[] {
  const name = /(?:^|\/)(error|global-error|not-found|forbidden|unauthorized)\.[jt]sx?$/.exec(path)?.[1];
  const source = name === undefined ? undefined : subject.reader.code(path);
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
      module === 'next/navigation' && names.some((one) => /^(?:permanentR|r)edirect$/.test(one)),
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

/** `withAdit` switches `authInterrupts` on only if there is a screen. Without it, these functions answer 500. */
function checkInterrupt(subject: Subject, paths: readonly string[], name: string): Problem[] {
  if (readNextOption(subject, 'authInterrupts') !== undefined) return [];
  const { appFolder = 'app', language } = subject.application;
  for (const path of paths) {
    const source = subject.reader.code(path);
    const used = (source ? importsOf(source) : []).find(
      ({ module, names }) => module === 'next/navigation' && names.includes(name),
    );
    if (used)
      return [
        {
          level: 'error',
          message: `${name}() answers 500, because there is no ${name} screen`,
          path,
          line: used.line,
          fix: `Write ${appFolder}/${name}.${language === 'ts' ? 'tsx' : 'jsx'}: export { default } from '@adit/next/screens/${name}';`,
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

/** The Pages Router shows all errors of a render with `_error`. */
function checkPages(subject: Subject): Problem[] {
  const { application, reader } = subject;
  const { pagesFolder, language } = application;
  const names = pagesFolder === undefined ? [] : reader.list(pagesFolder);
  if (pagesFolder === undefined || !names.some((name) => name !== 'api/')) return [];
  const screen = names.find((name) => new RegExp(`^_error${ENDING}`).test(name));
  if (screen === undefined)
    return [
      {
        level: 'warning',
        message: 'There is no pages/_error, so errors of a render in the browser are not reported',
        path: pagesFolder,
        fix: `Write ${pagesFolder}/_error.${language === 'ts' ? 'tsx' : 'jsx'}: export { default } from '@adit/next/screens/pages-error';`,
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
      fix: "Export the default of '@adit/next/screens/pages-error'.",
    },
  ];
}
