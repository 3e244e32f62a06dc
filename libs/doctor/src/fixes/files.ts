import { posix } from 'node:path';
import { endingOf, folderOf, joinPath, readTunnelPath, takenName } from '@adit/codebase';
import { importsOf } from '@adit/codebase/source';
import { TEMPLATES } from '@adit/setup';
import { findTunnelRoutes } from '../facts/routes.ts';
import type { Subject } from '../check.ts';
import type { Fix, Mending } from './fix.ts';

/** `instrumentation` in a place where Next does not look. */
export const moveInstrumentation: Fix = (subject, path) =>
  move(subject, path, joinPath(subject.application.sourceFolder, posix.basename(path)));

/** A file that Next ignores, because it does not end with one of `pageExtensions`. */
export const renameToExtension: Fix = (subject, path) => {
  const target = takenName(subject.application, path);
  return target === undefined ? undefined : move(subject, path, joinPath(folderOf(path), target));
};

/** The route file at the path of another tunnel path. */
export const moveRoute: Fix = (subject, path) => {
  const target = routeFile(subject);
  const isRoute = findTunnelRoutes(subject).some((route) => route.path === path);
  return isRoute && target !== undefined ? move(subject, path, target) : undefined;
};

/** A missing route file on a serverless host. */
export const writeRoute: Fix = (subject) => {
  const path = routeFile(subject);
  if (path === undefined || subject.application.staticExport || findTunnelRoutes(subject).length > 0)
    return undefined;
  return {
    changes: [{ path, after: TEMPLATES.route }],
    reason: 'Answers the tunnel path on a serverless host.',
  };
};

function routeFile(subject: Subject): string | undefined {
  const { appFolder } = subject.application;
  const tunnelPath = readTunnelPath(subject)?.own;
  return appFolder === undefined || tunnelPath === undefined
    ? undefined
    : `${appFolder}${tunnelPath}/route.${endingOf(subject.application, 'code')}`;
}

/** Files with relative imports are not moved. */
function move({ reader }: Subject, from: string, to: string): Mending | undefined {
  const source = reader.code(from);
  const text = reader.read(from);
  if (source === undefined || text === undefined || from === to || reader.exists(to)) return undefined;
  const isElsewhere = folderOf(from) !== folderOf(to);
  if (isElsewhere && importsOf(source).some(({ module }) => module.startsWith('.'))) return undefined;
  return {
    changes: [
      { path: from, after: undefined },
      { path: to, after: text },
    ],
    reason: `Moves ${from} to ${to}.`,
  };
}
