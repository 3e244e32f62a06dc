import { conventionOf, folderOf, joinPath, takenName } from '@adit/codebase';
import type { Check, Problem, Subject } from '../check.ts';
import { importsOf } from '@adit/codebase/source';

const CONVENTION =
  /^(?:layout|error|global-error|not-found|global-not-found|forbidden|unauthorized|route|_error|instrumentation|proxy|middleware)$/;

/** Next finds every file of Adit: it ends with one of `pageExtensions`. */
export const pageExtensions: Check = {
  id: 'page-extensions',
  title: 'Next takes the files of Adit: they end with one of its pageExtensions',
  run: (subject) => ignoredFiles(subject).map((path) => problemOf(subject, path)),
};

/** The files that use Adit and that Next ignores. */
function ignoredFiles({ application, reader }: Subject): readonly string[] {
  const { appFolder, pagesFolder, sourceFolder, folder } = application;
  const beside = [...new Set([sourceFolder, folder])].flatMap((place) =>
    reader.list(place).map((name) => joinPath(place, name)),
  );
  const paths = [
    ...beside,
    ...(appFolder === undefined ? [] : reader.walk(appFolder)),
    ...(pagesFolder === undefined ? [] : reader.walk(pagesFolder, 0)),
  ];
  return paths.filter((path) => {
    const convention = conventionOf(path, application);
    if (convention === undefined || convention.isTaken || !CONVENTION.test(convention.name)) return false;
    const source = reader.code(path);
    return source !== undefined && importsOf(source).some(({ module }) => module.startsWith('@adit/'));
  });
}

function problemOf({ application }: Subject, path: string): Problem {
  const target = joinPath(folderOf(path), takenName(application, path) ?? '');
  return {
    level: 'error',
    message: `Next ignores this file: pageExtensions has only ${application.pageExtensions.join(', ')}`,
    path,
    line: 1,
    fix: `mv ${path} ${target}`,
  };
}
