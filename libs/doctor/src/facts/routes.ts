import { isNamed } from '@adit/codebase';
import type { Subject } from '../check.ts';
import { importsOf } from '@adit/codebase/source';

/** A route file that answers with Adit's tunnel. */
export interface TunnelRoute {
  readonly path: string;
  /** The path that it answers, without `basePath`. */
  readonly route: string;
}

/** The route files of the App Router that export the handlers of the tunnel. */
export function findTunnelRoutes({ application, reader }: Subject): TunnelRoute[] {
  const { appFolder } = application;
  if (appFolder === undefined) return [];
  return reader
    .walk(appFolder)
    .filter((path) => isNamed(path, 'route', application))
    .flatMap((path) => {
      const source = reader.code(path);
      const isTunnel =
        source &&
        importsOf(source).some(({ module }) => /^@adit\/(?:next\/route|tunnel(?:\/next)?)$/.test(module));
      return isTunnel ? [{ path, route: routeOf(path.slice(appFolder.length)) }] : [];
    });
}

/** `/(shop)/quarry/route.ts` answers `/quarry`. */
const routeOf = (path: string): string =>
  path.replace(/\/route\.[\w.]+$/, '').replace(/\/\([^/]*\)|\/@[^/]*/g, '') || '/';
