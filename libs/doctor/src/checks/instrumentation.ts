import { conventionOf, endingOf, folderOf, isNamed, joinPath, passesOnRoot } from '@adit/codebase';
import { passOnRoot } from '@adit/setup';
import type { Check, Problem, Subject } from '../check.ts';
import { importsOf } from '@adit/codebase/source';

interface Part {
  readonly name: string;
  readonly module: string;
  readonly exports: readonly string[];
  readonly line: string;
}

const SERVER: Part = {
  name: 'instrumentation',
  module: '@adit/next/instrumentation',
  exports: ['register', 'onRequestError'],
  line: "export { register, onRequestError } from '@adit/next/instrumentation';",
};
const BROWSER: Part = {
  name: 'instrumentation-client',
  module: '@adit/next/client',
  exports: ['onRouterTransitionStart'],
  line: "export { onRouterTransitionStart } from '@adit/next/client';",
};

/** Next finds one `instrumentation` and one `instrumentation-client`, and they are Adit's. */
export const instrumentation: Check = {
  id: 'instrumentation',
  title: 'instrumentation and instrumentation-client start Adit',
  run: (subject) => [
    // A static export has no server.
    ...(subject.application.staticExport ? [] : checkPart(subject, SERVER)),
    ...checkPart(subject, BROWSER),
  ],
};

function checkPart(subject: Subject, part: Part): Problem[] {
  const { application } = subject;
  const { sourceFolder, files } = application;
  const found = filesOf(subject, part);
  const taken = found.filter((path) => isTaken(subject, path, part));
  const used = part === SERVER ? files.instrumentation : files.instrumentationClient;
  const [only] = found;
  if (only === undefined) {
    const ending = part === SERVER ? endingOf(application, 'code') : application.language;
    const file = joinPath(sourceFolder, `${part.name}.${ending}`);
    return [
      { level: 'error', message: `There is no ${part.name}`, path: file, fix: `Write ${file}: ${part.line}` },
    ];
  }
  if (used === undefined) return taken.length === 0 ? [] : [misplaced(only, sourceFolder)];
  const others = taken.filter((path) => path !== used && !passesOnRoot(subject.reader.read(path)));
  const [other] = others;
  if (other !== undefined) return [twice(part, used, other)];
  const isFoundByAll = part === BROWSER || taken.some((path) => folderOf(path) === sourceFolder);
  return isFoundByAll ? checkContent(subject, used, part) : [forTurbopackOnly(used, sourceFolder)];
}

/** The files of the name in the folder of the application and in `src`. */
function filesOf({ application, reader }: Subject, { name }: Part): readonly string[] {
  const { folder } = application;
  return [...new Set([folder, joinPath(folder, 'src')])].flatMap((place) =>
    reader
      .list(place)
      .filter((file) =>
        name === BROWSER.name
          ? /^instrumentation-client\.(?:[jt]sx?|mjs)$/.test(file)
          : isNamed(file, name, application),
      )
      .map((file) => joinPath(place, file)),
  );
}

/**
 * `instrumentation` ends with one of `pageExtensions`; a file with another ending is a problem of `page-extensions`.
 */
const isTaken = ({ application }: Subject, path: string, part: Part): boolean =>
  part === BROWSER || conventionOf(path, application)?.isTaken === true;

const misplaced = (path: string, sourceFolder: string): Problem => ({
  level: 'error',
  message: `Only Turbopack loads this file: webpack looks in ${sourceFolder || 'the root folder'}`,
  path,
  line: 1,
  fix: `mv ${path} ${joinPath(sourceFolder, baseName(path))}`,
});

const forTurbopackOnly = (path: string, sourceFolder: string): Problem => ({
  level: 'error',
  message: `Only Turbopack loads this file: webpack looks in ${sourceFolder}`,
  path,
  line: 1,
  fix: `Write ${joinPath(sourceFolder, baseName(path))}: ${passOnRoot(path).split('\n').at(-2) ?? ''}`,
});

/** Of two files, Next loads one, and which one depends on the bundler. */
const twice = ({ name }: Part, used: string, other: string): Problem => ({
  level: 'error',
  message: `There are two files ${name}, and Next loads one: ${used} and ${other}`,
  path: other,
  line: 1,
  fix: `Move what ${other} does to ${used}, then remove it.`,
});

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function checkContent({ reader }: Subject, path: string, { name, module, exports, line }: Part): Problem[] {
  const source = reader.code(path);
  if (source === undefined) return [];
  const imports = importsOf(source).filter((one) => one.module === module);
  if (imports.length === 0)
    return [{ level: 'error', message: `${name} does not start Adit`, path, line: 1, fix: `Write ${line}` }];
  const names = imports.flatMap((one) => [...one.names.keys()]);
  const lacking = names.includes('*') ? [] : exports.filter((one) => !names.includes(one));
  return lacking.map((one) => ({
    level: 'warning',
    message: `${name} does not use ${one} of ${module}`,
    path,
    line: imports[0]?.line,
    fix: `Write ${line}`,
  }));
}
