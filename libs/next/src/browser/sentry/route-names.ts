import { createUrlRouteProvider, type BrowserOptions } from '@sentry/nextjs';

/** The routes of the application, which Sentry's build step writes into the bundle. */
interface RouteManifest {
  readonly staticRoutes: readonly { readonly path: string }[];
  readonly dynamicRoutes: readonly DynamicRoute[];
  /** Routes that are rendered once for many visitors. */
  readonly isrRoutes?: readonly string[];
}

interface DynamicRoute {
  readonly path: string;
  readonly regex?: string;
  /** Whether the first segment may be missing, such as a locale. */
  readonly hasOptionalPrefix?: boolean;
}

const NO_ROUTES: RouteManifest = { staticRoutes: [], dynamicRoutes: [] };
/** Sentry's stand-in for a first segment that is missing. */
const OPTIONAL_PREFIX = '/SENTRY_OPTIONAL_PREFIX';

/** The path of the document. The visitor may have gone on to another page since. */
export function documentPath(): string {
  const { href, origin } = location;
  const [navigation] = performance.getEntriesByType('navigation');
  return new URL(navigation?.name.startsWith(`${origin}/`) ? navigation.name : href).pathname;
}

/**
 * Names of routes for spans, such as `/shop/:id`, as `createNextRouteProvider` of @sentry/nextjs gives them. The SDK starts
 * late, and asks first for the page load: its route is that of the document.
 */
export function createRouteProvider(): NonNullable<BrowserOptions['routeProvider']> {
  const names = createUrlRouteProvider(({ pathname }) => routeOf(pathname));
  let isAsked = false;
  return {
    ...names,
    resolveCurrentRoute() {
      if (isAsked) return names.resolveCurrentRoute();
      isAsked = true;
      return routeOf(documentPath());
    },
  };
}

let text: unknown;
let manifest = NO_ROUTES;

/** Reads the routes again only if their text has changed. */
function readManifest(): RouteManifest {
  const given = (globalThis as { _sentryRouteManifest?: unknown })._sentryRouteManifest;
  if (given === text) return manifest;
  text = given;
  try {
    const { staticRoutes, dynamicRoutes, isrRoutes } = JSON.parse(String(given)) as RouteManifest;
    manifest = { ...NO_ROUTES, staticRoutes: [...staticRoutes], dynamicRoutes: [...dynamicRoutes] };
    if (isrRoutes) manifest = { ...manifest, isrRoutes: [...isrRoutes] };
  } catch {
    manifest = NO_ROUTES;
  }
  return manifest;
}

/** The most specific route of a path; `undefined` for a path of no route. */
export function routeOf(pathname: string): string | undefined {
  const path = pathname.replace(/(.)\/$/, '$1');
  const { staticRoutes, dynamicRoutes } = readManifest();
  if (staticRoutes.some((route) => route.path === path)) return path;
  const prefixed = OPTIONAL_PREFIX + (path === '/' ? '' : path);
  const direct = dynamicRoutes.filter((route) => matches(route, path));
  const indirect = dynamicRoutes.filter((route) => route.hasOptionalPrefix && matches(route, prefixed));
  return [...direct, ...indirect]
    .map((route) => route.path)
    .reduce<string | undefined>(
      (best, other) => (best === undefined || orderOf(other) < orderOf(best) ? other : best),
      undefined,
    );
}

function matches({ regex }: DynamicRoute, path: string): boolean {
  try {
    return Boolean(regex) && new RegExp(regex as string).test(path);
  } catch {
    return false;
  }
}

/** A text that sorts routes as Next does: literal segments, then parameters, the end, and segments for the rest. */
const orderOf = (path: string): string => path.split('/').filter(Boolean).map(orderOfSegment).join('') + '2';

function orderOfSegment(segment: string): number {
  if (!segment.startsWith(':')) return 0;
  if (segment.endsWith('*?')) return 4;
  return segment.endsWith('*') ? 3 : 1;
}

/** Whether the page's HTML is the same for many visitors, so that its trace is that of another visit. */
export const isSharedPage = (pathname: string): boolean =>
  Boolean(readManifest().isrRoutes?.includes(routeOf(pathname) ?? pathname));
