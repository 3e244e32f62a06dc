import type { Check } from '../check.ts';
import { readMatcher } from '../code/matcher.ts';
import { findServerlessHost } from '../../repository/serverless-host.ts';
import { findTunnelRoutes } from '../facts/routes.ts';
import { readTunnelPath } from '../facts/settings.ts';

/**
 * The proxy of Next does not run for the tunnel path. With `next start`, the tunnel answers before Next sees the request: only
 * applications with a route file for it, or on a serverless host, are checked.
 */
export const tunnelMatcher: Check = {
  id: 'tunnel-matcher',
  title: 'The matcher of the proxy leaves out the tunnel path',
  run(subject) {
    const { application, reader } = subject;
    const path = application.files.proxy;
    const source = path === undefined ? undefined : reader.code(path);
    const tunnelPath = readTunnelPath(subject)?.own;
    const isBehindNext =
      findTunnelRoutes(subject).length > 0 ||
      findServerlessHost(subject.reader, subject.application) !== undefined;
    if (path === undefined || source === undefined || tunnelPath === undefined || !isBehindNext) return [];

    const matcher = readMatcher(source);
    const name = tunnelPath.slice(1);
    // A proxy that names the path lets it pass itself.
    if (matcher.matches(tunnelPath) !== true || source.text.includes(name)) return [];
    return [
      {
        level: 'error',
        message: `This file also runs for ${tunnelPath}. What it redirects or refuses there is not reported`,
        path,
        line: matcher.line,
        fix: `Leave the path out of the matcher: '/((?!${name}|_next/static|_next/image|favicon.ico).*)'.`,
      },
    ];
  },
};
