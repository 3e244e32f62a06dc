/** @jest-environment node */
import { adit, type AstroRoutes } from './integration.ts';
import { type ServerPlugin, MIDDLEWARE } from './server-plugin.ts';

const BUILD = { name: 'ssr', mode: 'build' };

/** Sets the integration up as Astro does, and calls its plugin as Vite does. */
function setUp(routes: AstroRoutes['routes'] = []) {
  const updateConfig = jest.fn<undefined, [{ vite: { plugins: object[] } }]>();
  const addMiddleware = jest.fn();
  const injectScript = jest.fn();
  const { hooks } = adit({ siteName: 'Shop', release: 'shop@1' });
  hooks['astro:config:setup']({ updateConfig, addMiddleware, injectScript });
  hooks['astro:routes:resolved']({ routes });
  const plugins = updateConfig.mock.calls[0]?.[0].vite.plugins ?? [];
  const [inlines, server] = plugins as [{ config: (config: object, env: object) => object }, ServerPlugin];
  const contextOf = (environment: typeof BUILD, isEntry = false) => ({
    environment,
    getModuleInfo: () => ({ isEntry }),
  });
  return {
    addMiddleware,
    injectScript,
    inlines,
    load: server.load,
    resolve: (id: string, importer?: string, environment = BUILD) =>
      server.resolveId.handler.call(contextOf(environment), id, importer),
    transform: (isEntry: boolean, environment = BUILD) =>
      server.transform.call(contextOf(environment, isEntry), 'listen();', 'server.js')?.code,
  };
}

it('adds the middleware before the application’s, the script of pages, and the plugin for Vite', () => {
  const { addMiddleware, injectScript, inlines } = setUp();
  expect(addMiddleware.mock.calls).toEqual([[{ order: 'pre', entrypoint: MIDDLEWARE }]]);
  expect(injectScript.mock.calls).toEqual([['page', "import '@adit/kits/browser';"]]);
  expect(inlines.config({}, { command: 'build' })).toMatchObject({
    define: { __ADIT_SITE_NAME__: '"Shop"', __ADIT_RELEASE__: '"shop@1"' },
  });
});

it('tells the middleware which error pages are the application’s', () => {
  const loaded = (routes: AstroRoutes['routes']) => {
    const { load, resolve } = setUp(routes);
    return load(resolve(MIDDLEWARE) ?? '');
  };
  const own = { pattern: '/404', origin: 'project' };
  expect(loaded([own, { pattern: '/orders', origin: 'project' }])).toContain('createOnRequest(["/404"])');
  expect(loaded([{ pattern: '/500', origin: 'external' }])).toContain('createOnRequest(["/500"])');
  // Astro's own page.
  expect(loaded([{ pattern: '/404', origin: 'internal' }])).toContain('createOnRequest([])');
});

it('puts itself between the application and Astro’s actions on the server, and not in the browser', () => {
  const { resolve, load } = setUp();
  const id = resolve('astro:actions', '/src/actions/index.ts') ?? '';
  expect(load(id)).toContain("import { defineAction as define } from 'astro:actions';");
  // Control: its own import is Astro's module.
  expect(resolve('astro:actions', id)).toBeUndefined();
  expect(resolve('astro:actions', '/page.ts', { name: 'client', mode: 'build' })).toBeUndefined();
  expect([resolve('astro:middleware'), load('astro:middleware')]).toEqual([undefined, undefined]);
});

it('starts the kit in the entries of the built server alone', () => {
  const { transform } = setUp();
  expect(transform(true)).toMatch(/^import .* from '@adit\/kits\/server';\n\w+\(\);\nlisten\(\);$/);
  expect([
    transform(false),
    transform(true, { name: 'client', mode: 'build' }),
    transform(true, { name: 'prerender', mode: 'build' }),
    transform(true, { name: 'ssr', mode: 'dev' }),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});
