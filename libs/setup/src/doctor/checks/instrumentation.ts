import { joinPath } from '../../join-path.ts';
import type { Check, Problem, Subject } from '../check.ts';
import { importsOf } from '../code/imports.ts';

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
  const { application, reader } = subject;
  const { folder, sourceFolder, language } = application;
  const found = [...new Set([folder, joinPath(folder, 'src')])].flatMap((place) =>
    reader
      .list(place)
      .filter((file) => new RegExp(`^${part.name}\\.[cm]?[jt]sx?$`).test(file))
      .map((file) => joinPath(place, file)),
  );
  const file = joinPath(sourceFolder, `${part.name}.${language}`);
  const [only, second] = found;
  if (only === undefined)
    return [
      { level: 'error', message: `There is no ${part.name}`, path: file, fix: `Write ${file}: ${part.line}` },
    ];
  const used = part === SERVER ? application.files.instrumentation : application.files.instrumentationClient;
  const unused = found.find((path) => path !== used) ?? only;
  if (second !== undefined)
    return [
      {
        level: 'error',
        message: `There are two files ${part.name}, and Next loads one: ${found.join(' and ')}`,
        path: unused,
        line: 1,
        fix: `Remove ${unused}.`,
      },
    ];
  if (used === undefined)
    return [
      {
        level: 'error',
        message: `Next does not load this file: it looks in ${sourceFolder || 'the root folder'}`,
        path: only,
        line: 1,
        fix: `mv ${only} ${joinPath(sourceFolder, only.split('/').at(-1) ?? '')}`,
      },
    ];
  return checkContent(subject, used, part);
}

function checkContent({ reader }: Subject, path: string, { name, module, exports, line }: Part): Problem[] {
  const source = reader.code(path);
  if (source === undefined) return [];
  const imports = importsOf(source).filter((one) => one.module === module);
  if (imports.length === 0)
    return [{ level: 'error', message: `${name} does not start Adit`, path, line: 1, fix: `Write ${line}` }];
  const names = imports.flatMap((one) => one.names);
  const lacking = names.includes('*') ? [] : exports.filter((one) => !names.includes(one));
  return lacking.map((one) => ({
    level: 'warning',
    message: `${name} does not use ${one} of ${module}`,
    path,
    line: imports[0]?.line,
    fix: `Write ${line}`,
  }));
}
