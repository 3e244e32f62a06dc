import type { Check, Problem, Subject } from '../check.ts';
import { readMatcher } from '@adit/codebase/source';
import { findServerlessHost, readTunnelPath } from '@adit/codebase';
import { findTunnelRoutes } from '../facts/routes.ts';

/**
 * The proxy of Next does not run for the tunnel path. With `next start`, the tunnel answers before Next sees the request: only
 * applications with a route file for it, or on a serverless host, need that.
 */
export const tunnelMatcher: Check = {
  id: 'tunnel-matcher',
  title: 'The matcher of the proxy leaves out the tunnel path',
  run(subject) {
    const { application, reader } = subject;
    const path = application.files.proxy;
    const source = reader.code(path);
    if (path === undefined) return [right('There is no proxy that could catch the tunnel path')];
    if (source === undefined) return [right('Not checked: the proxy cannot be parsed', path)];
    const tunnelPath = readTunnelPath(subject)?.own;
    if (tunnelPath === undefined) return [right('Not checked: the code computes the tunnel path')];

    const matcher = readMatcher(source);
    const { line } = matcher;
    const name = tunnelPath.slice(1);
    const isMatched = matcher.matches(tunnelPath);
    if (isMatched === false) return [];
    if (source.text.includes(name))
      return [right(`The proxy names ${tunnelPath}, so the doctor takes it to let the path pass`, path)];
    if (isMatched === undefined)
      return [right('Not checked: the matcher is computed, or it has conditions', path, line)];
    if (!isBehindNext(subject))
      return [
        right(
          `The proxy also runs for ${tunnelPath}. With next start, the tunnel answers before it; for a serverless host, leave the path out of the matcher`,
          path,
          line,
        ),
      ];
    return [
      {
        level: 'error',
        message: `This file also runs for ${tunnelPath}. What it redirects or refuses there is not reported`,
        path,
        line,
        fix: `Leave the path out of the matcher: '/((?!${name}|_next/static|_next/image|favicon.ico).*)'.`,
      },
    ];
  },
};

const isBehindNext = (subject: Subject): boolean =>
  findTunnelRoutes(subject).length > 0 ||
  findServerlessHost(subject.reader, subject.application) !== undefined;

const right = (message: string, path?: string, line?: number): Problem => ({
  level: 'ok',
  message,
  path,
  line,
});
