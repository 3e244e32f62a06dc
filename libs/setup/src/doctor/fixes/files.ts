import { posix } from 'node:path';
import { joinPath } from '../../join-path.ts';
import { importsOf } from '../code/imports.ts';
import { TEMPLATES } from '../../set-up/templates.ts';
import { findTunnelRoutes } from '../facts/routes.ts';
import { readTunnelPath } from '../facts/settings.ts';
import type { Subject } from '../check.ts';
import type { Fix, Mending } from './fix.ts';

/** `instrumentation` where Next does not look. */
export const moveInstrumentation: Fix = (subject, path) =>
  move(subject, path, joinPath(subject.application.sourceFolder, posix.basename(path)));

/** The route file of another path. */
export const moveRoute: Fix = (subject, path) => {
  const target = routeFile(subject);
  const isRoute = findTunnelRoutes(subject).some((route) => route.path === path);
  return isRoute && target !== undefined ? move(subject, path, target) : undefined;
};

/** No route file on a serverless host. */
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
  const { appFolder, language } = subject.application;
  const tunnelPath = readTunnelPath(subject)?.own;
  return appFolder === undefined || tunnelPath === undefined
    ? undefined
    : `${appFolder}${tunnelPath}/route.${language}`;
}

/** Files that import their neighbours stay. */
function move({ reader }: Subject, from: string, to: string): Mending | undefined {
  const source = reader.code(from);
  const text = reader.read(from);
  if (source === undefined || text === undefined || from === to || reader.exists(to)) return undefined;
  if (importsOf(source).some(({ module }) => module.startsWith('.'))) return undefined;
  return {
    changes: [
      { path: from, after: undefined },
      { path: to, after: text },
    ],
    reason: `Moves ${from} to ${to}.`,
  };
}
