/**
 * @jest-environment jsdom
 * @jest-environment-options {"customExportConditions": ["@adit/source", "browser", "require", "default"]}
 */
import { dirname, join } from 'node:path';
import { createRouteProvider, documentPath, isSharedPage, routeOf } from './route-names.ts';

const dynamic = (path: string, regex?: string, hasOptionalPrefix?: boolean) => ({
  path,
  ...(regex !== undefined && { regex }),
  ...(hasOptionalPrefix && { hasOptionalPrefix }),
});

const MANIFEST = {
  staticRoutes: [{ path: '/' }, { path: '/about' }, { path: '/shop/new' }],
  dynamicRoutes: [
    dynamic('/:all*?', '^/(.*)$'),
    dynamic('/shop/:rest*', '^/shop/(.+)$'),
    dynamic('/shop/:id', '^/shop/([^/]+)$'),
    dynamic('/shop/:id/:tab', '^/shop/([^/]+)/([^/]+)$'),
    dynamic('/shop/:id/reviews', '^/shop/([^/]+)/reviews$'),
    dynamic('/:locale/help', '^/([^/]+)/help$', true),
    dynamic('/:locale', '^/([^/]+)$', true),
    dynamic('/broken/:id', '^/broken/([$'),
    dynamic('/without-regex/:id'),
  ],
  isrRoutes: ['/shop/:id', '/about'],
};

const setManifest = (manifest: unknown): void => {
  Object.assign(globalThis, { _sentryRouteManifest: manifest });
};

/** Sentry does not export it. */
const { maybeParameterizeRoute } = jest.requireActual<{
  maybeParameterizeRoute: (path: string) => string | undefined;
}>(join(dirname(require.resolve('@sentry/nextjs')), 'client/routing/parameterization.js'));

describe(routeOf, () => {
  const paths = [
    ...['/', '/about', '/about/', '/shop', '/shop/', '/shop/new', '/shop/7', '/shop/7/', '/shop/7/photos'],
    ...[
      '/shop/7/reviews',
      '/shop/7/a/b',
      '/help',
      '/de/help',
      '/de',
      '/a/b/c',
      '/broken/7',
      '/without-regex/7',
    ],
  ];

  it.each(paths)('names the route of %s as Sentry does', (path) => {
    setManifest(JSON.stringify(MANIFEST));
    const others = { ...MANIFEST, dynamicRoutes: MANIFEST.dynamicRoutes.slice(1) };

    expect(routeOf(path)).toBe(maybeParameterizeRoute(path));
    setManifest(JSON.stringify(others));
    expect(routeOf(path)).toBe(maybeParameterizeRoute(path));
  });

  it.each([[undefined], ['no JSON'], ['{}'], ['{"staticRoutes":[]}'], [7]])(
    'knows no route without a list of routes: %s',
    (manifest) => {
      setManifest(manifest);

      expect(routeOf('/about')).toBeUndefined();
      expect(isSharedPage('/about')).toBe(false);
    },
  );
});

it('finds the pages whose HTML is shared', () => {
  setManifest(JSON.stringify(MANIFEST));

  expect(['/about', '/shop/7', '/shop/new', '/a/b/c'].map(isSharedPage)).toEqual([true, true, false, false]);
});

describe('names of routes for the SDK', () => {
  let navigation: { name: string }[];
  beforeEach(() => {
    navigation = [];
    Object.assign(performance, { getEntriesByType: () => navigation });
    setManifest(JSON.stringify(MANIFEST));
    history.pushState(null, '', '/shop/7/reviews?sort=new');
  });

  it('are those of the addresses', () => {
    const { resolveRoute, resolveCurrentRoute } = createRouteProvider();

    expect(resolveRoute(new URL('https://shop.test/shop/7?a=b'))).toBe('/shop/:id');
    expect([resolveCurrentRoute(), resolveCurrentRoute()]).toEqual([
      '/shop/:id/reviews',
      '/shop/:id/reviews',
    ]);
  });

  it('begin with that of the document, which the visitor may have left before the SDK started', () => {
    navigation = [{ name: `${location.origin}/shop/7?a=b` }];
    const { resolveCurrentRoute } = createRouteProvider();

    expect(documentPath()).toBe('/shop/7');
    expect([resolveCurrentRoute(), resolveCurrentRoute()]).toEqual(['/shop/:id', '/shop/:id/reviews']);
  });

  it.each(['document', 'https://other.test/about'])(
    'begin with the current one where the document is called %s',
    (name) => {
      navigation = [{ name }];

      expect(documentPath()).toBe('/shop/7/reviews');
    },
  );
});
