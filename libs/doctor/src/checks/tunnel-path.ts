import { readOption, readTunnelPath, type TunnelPath } from '@adit/codebase';
import { lineOf } from '@adit/codebase/source';
import type { Check, Problem, Subject } from '../check.ts';
import { builtTunnelPath } from '../facts/build.ts';
import { lineOfMatch, readDeployment } from '../facts/deployment.ts';
import { findTunnelRoutes } from '../facts/routes.ts';
import { findTunnelRoute } from '../facts/second-tunnel.ts';
import { readVariables } from '../facts/variables.ts';

/** Browser and server use the same tunnel path. */
export const tunnelPath: Check = {
  id: 'tunnel-path',
  title: 'Browser and server use the same tunnel path',
  run(subject) {
    const option = readOption(subject, 'monitoring.tunnelPath');
    if (typeof option?.value === 'string' && !/^\/[^/?#\s][^?#\s]*$/.test(option.value))
      return [
        {
          level: 'error',
          message: `tunnelPath is "${option.value}"; accepted: a path such as /quarry`,
          path: option.path,
          line: option.line,
          fix: 'Start it with one slash, and leave out the query.',
        },
      ];
    const second = checkSecondTunnel(subject);
    const path = readTunnelPath(subject);
    if (path !== undefined)
      return [
        ...second,
        ...checkBuild(subject, path),
        ...checkRoutes(subject, path),
        ...checkServer(subject, path),
      ];
    return [...second, { level: 'ok', message: 'Not checked: the code computes the tunnel path' }];
  },
};

function checkSecondTunnel(subject: Subject): Problem[] {
  const path = subject.application.files.nextConfig;
  const option = findTunnelRoute(subject.reader.code(path));
  if (option === undefined) return [];
  return [
    {
      level: 'error',
      message: 'tunnelRoute sets up a second tunnel, which Adit does not use',
      path,
      line: lineOf(option),
      fix: 'Remove tunnelRoute. The path is monitoring.tunnelPath in adit.config.',
    },
  ];
}

/** Browser and server have the path of their build, even if files have changed since. */
function checkBuild(subject: Subject, { whole }: TunnelPath): Problem[] {
  const built = builtTunnelPath(subject);
  if (built === undefined || built === whole) return [];
  const option = readOption(subject, 'monitoring.tunnelPath');
  return [
    {
      level: 'warning',
      message: `The last build has the tunnel path ${built}, but now it is ${whole}`,
      path: option?.path ?? subject.application.files.nextConfig,
      line: option?.line,
      fix: 'Build again.',
    },
  ];
}

function checkRoutes(subject: Subject, { own }: TunnelPath): Problem[] {
  const routes = findTunnelRoutes(subject);
  if (routes.some(({ route }) => route === own)) return [];
  return routes.map(({ path, route }) => ({
    level: 'error',
    message: `This file answers ${route}, but browsers send to ${own}`,
    path,
    line: 1,
    fix: `Move it to ${subject.application.appFolder ?? 'app'}${own}, or set monitoring.tunnelPath to ${route}.`,
  }));
}

const ADIT_PATH = /\bADIT_PATH['"]?\s*[=:]\s*['"]?(\/[^\s'",]+)/;

/** `ADIT_PATH` is the path of @adit/tunnel-server. */
function checkServer(subject: Subject, { whole }: TunnelPath): Problem[] {
  const deployed = readDeployment(subject).flatMap(({ path, text }) => {
    const value = ADIT_PATH.exec(text)?.[1];
    return value === undefined ? [] : [{ value, path, line: lineOfMatch(text, ADIT_PATH) }];
  });
  return [...readVariables(subject, 'ADIT_PATH'), ...deployed]
    .filter(({ value }) => value !== whole)
    .map(({ value, path, line }) => ({
      level: 'error',
      message: `ADIT_PATH is ${value}, but browsers send to ${whole}`,
      path,
      line,
      fix: `Set ADIT_PATH=${whole}.`,
    }));
}
