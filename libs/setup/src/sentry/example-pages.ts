import { type Application, joinPath, type ReadableFiles } from '@adit/codebase';

/** The files of the wizard's example, below the folder of a router. */
const IN_APP = ['sentry-example-page/page', 'api/sentry-example-api/route'];
const IN_PAGES = ['sentry-example-page', 'api/sentry-example-api'];
const ENDINGS = ['tsx', 'ts', 'jsx', 'js'];

/** Texts of every version of the example. A page of the same name without them is the application's own. */
const MARKS =
  /sentry-example-page|Sentry Onboarding|SentryExample(?:Frontend|API)Error|Sentry Example (?:Frontend|API Route) Error/;

/** The example pages of Sentry's wizard that an application has. */
export function findExamplePages(
  files: ReadableFiles,
  { appFolder, pagesFolder }: Application,
): readonly string[] {
  const paths = [
    ...(appFolder === undefined ? [] : IN_APP.map((name) => joinPath(appFolder, name))),
    ...(pagesFolder === undefined ? [] : IN_PAGES.map((name) => joinPath(pagesFolder, name))),
  ];
  return paths
    .flatMap((path) => ENDINGS.map((ending) => `${path}.${ending}`))
    .filter((path) => MARKS.test(files.read(path) ?? ''));
}
