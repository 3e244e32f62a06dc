/** @jest-environment node */
import { join } from 'node:path';
import type { NextConfig } from 'next';
import { useApplicationFolder } from '../../testing/application-folder.helper.ts';
import { withAdit } from './index.ts';

const folder = useApplicationFolder();
const { write } = folder;

const extend = (config?: NextConfig, options = {}): NextConfig =>
  withAdit(config, { root: folder.path, ...options });
const aliasOf = (config: NextConfig): unknown => config.turbopack?.resolveAlias?.['@adit/next/config-file'];

/** The configuration that webpack receives. */
function webpackOf(
  { webpack }: NextConfig,
  given: object = {},
  isServer = false,
): { resolve: { alias: unknown }; own?: boolean } {
  return webpack?.({ resolve: { alias: { a: 'b' } }, ...given }, { isServer } as never) as never;
}

describe('adit.config', () => {
  it.each(['adit.config.ts', 'src/adit.config.mjs', 'adit.config.js'])(
    'is found as %s by both bundlers',
    (path) => {
      write(path, 'export default {}');
      const config = extend();
      expect(aliasOf(config)).toBe(`./${path}`);
      expect(webpackOf(config).resolve.alias).toEqual({
        a: 'b',
        '@adit/next/config-file$': join(folder.path, path),
      });
    },
  );

  it('is not needed for a start of the SDK from parts', () => {
    write('node_modules/@sentry/nextjs/package.json', '{"version":"11.8.0"}');
    const config = extend();
    expect(config.turbopack?.resolveAlias).toEqual({ '@adit/next/sentry': '@adit/next/sentry-parts' });
    expect(webpackOf(config).resolve.alias).toEqual({
      a: 'b',
      '@adit/next/sentry$': '@adit/next/sentry-parts',
    });
  });

  it('may be missing', () => {
    process.env = { ...process.env, NODE_ENV: 'development' };
    const config = extend({ webpack: undefined });
    expect(aliasOf(config)).toBeUndefined();
    expect(config.webpack).toBeFalsy();
  });

  it('lets the pages of a browser share chunks with webpack', () => {
    write('adit.config.js');
    const groupsOf = (isServer: boolean) => {
      const own = { lib: { priority: 30 } };
      webpackOf(extend(), { optimization: { splitChunks: { cacheGroups: own } } }, isServer);
      return own as Record<string, { chunks?: (chunk: { name?: string }) => boolean }>;
    };
    const { adit } = groupsOf(false);
    const names = ['app/error', 'app/layout', 'main-app', undefined];
    expect(names.map((name) => adit?.chunks?.({ ...(name && { name }) }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(groupsOf(true)).toEqual({ lib: { priority: 30 } });
  });

  it('ends the build in one line if an option is wrong', () => {
    write('adit.config.cjs', 'module.exports = { tunel: {} }');
    expect(() => extend()).toThrow(
      new TypeError(
        'adit.config: tunel is not an option; accepted: name, monitoring, router, screens, tunnel',
      ),
    );
    write('adit.config.cjs', 'exports.default = { name: 7 }');
  });

  it('that Node cannot load here is left to the application', () => {
    write('adit.config.ts', 'import styles from "./missing.css"; export default { tunel: styles };');
    expect(aliasOf(extend())).toBe('./adit.config.ts');
  });
});

describe('what the configuration has of its own', () => {
  it('stays: webpack, turbopack, headers, rewrites, env and experiments', async () => {
    write('adit.config.js');
    const headers = () => Promise.resolve([]);
    const rewrites = () => Promise.resolve([]);
    const config = extend({
      headers,
      rewrites,
      basePath: '/docs',
      env: { OWN: '1' },
      experimental: { authInterrupts: false, scrollRestoration: true },
      turbopack: { resolveAlias: { own: './own.ts' }, rules: { '*.svg': { loaders: ['svg'], as: '*.js' } } },
      webpack: (given: object) => ({ ...given, own: true }),
    });
    expect(config).toMatchObject({
      headers,
      rewrites,
      env: { OWN: '1', ADIT_BASE_PATH: '/docs' },
      experimental: { authInterrupts: false, scrollRestoration: true },
      turbopack: { resolveAlias: { own: './own.ts' }, rules: { '*.svg': {} } },
    });
    expect(webpackOf(config)).toMatchObject({ own: true, resolve: { alias: { a: 'b' } } });
    expect(await config.headers?.()).toEqual([]);
  });

  it('may come from a function, sync or async, or as a promise', async () => {
    write('adit.config.js');
    const context = { defaultConfig: {} };
    const sync = withAdit(
      (phase: string, given: object) => ({ env: { phase, given: String(given === context) } }),
      { root: folder.path },
    );
    expect(sync('build', context as never)).toMatchObject({ env: { phase: 'build', given: 'true' } });
    const async = withAdit((phase: string) => Promise.resolve({ env: { phase } }), { root: folder.path });
    expect(await async('start')).toMatchObject({ env: { phase: 'start' }, turbopack: {} });
    expect(await withAdit(Promise.resolve({ basePath: '/a' }), { root: folder.path })).toMatchObject({
      env: { ADIT_BASE_PATH: '/a' },
    });
  });

  it('is not changed', () => {
    const own = Object.freeze({ env: Object.freeze({ A: '1' }) });
    expect(() => extend(own as NextConfig)).not.toThrow();
  });
});

describe('the release', () => {
  const releaseOf = (options = {}) => extend({}, options).env?.['NEXT_PUBLIC_SENTRY_RELEASE'];

  it('is the given one, else that of the variables, else name and version of the package', () => {
    expect(releaseOf()).toBeUndefined();
    write('package.json', '{"name":"@acme/shop","version":"1.2.3"}');
    expect(releaseOf()).toBe('acme-shop@1.2.3');
    process.env['SENTRY_RELEASE'] = 'shop@9';
    expect(releaseOf()).toBe('shop@9');
    expect(releaseOf({ release: 'shop@10' })).toBe('shop@10');
  });

  it('is none for a package without a version', () => {
    write('package.json', '{"name":"shop"}');
    expect(releaseOf()).toBeUndefined();
  });

  it('is the one of Sentry’s build steps too', () => {
    expect(extend({}, { release: 'shop@10' }).env).toMatchObject({ _sentryRelease: 'shop@10' });
  });
});

it('notes in the bundles that the application itself uses Sentry', () => {
  expect(extend().env).toMatchObject({ ADIT_LOAD: '' });
  write('pay.tsx', "import { captureMessage } from '@sentry/nextjs';");
  expect(extend().env).toMatchObject({ ADIT_LOAD: 'always' });
});

it('inlines the DSN and the environment of the build, if they are set', () => {
  expect(Object.keys(extend().env ?? {}).filter((name) => name.startsWith('ADIT_'))).toEqual([
    'ADIT_BUILT_TUNNEL_PATH',
    'ADIT_LOAD',
    'ADIT_BASE_PATH',
    'ADIT_TUNNEL_PREFIX',
    'ADIT_TRAILING_SLASH',
    'ADIT_KEEP_BUILDS',
  ]);
  process.env['SENTRY_DSN'] = 'https://key@host/1';
  process.env['NEXT_PUBLIC_SENTRY_ENVIRONMENT'] = 'qa';
  expect(extend().env).toMatchObject({ ADIT_BUILT_DSN: 'https://key@host/1', ADIT_BUILT_ENVIRONMENT: 'qa' });
});

it.each<[NextConfig, string, string]>([
  [{}, '', ''],
  [{ basePath: '/docs', assetPrefix: '/docs-static', trailingSlash: true }, '/docs', '/'],
  [{ assetPrefix: '/docs-static/' }, '/docs-static', ''],
  [{ assetPrefix: 'https://cdn.example' }, '', ''],
])('of %p, browsers find the tunnel below %p, with %p at its end', (config, prefix, slash) => {
  expect(extend(config).env).toMatchObject({ ADIT_TUNNEL_PREFIX: prefix, ADIT_TRAILING_SLASH: slash });
});

it('keeps the files of five earlier builds, or as many as it is told; a static export has no server for them', () => {
  const kept = (config?: NextConfig, options?: object): string | undefined =>
    extend(config, options).env?.['ADIT_KEEP_BUILDS'];
  expect([
    kept(),
    kept({}, { keepBuilds: 0 }),
    kept({}, { keepBuilds: 7 }),
    kept({ output: 'export' }),
  ]).toEqual(['5', '0', '7', '0']);
  expect(() => extend({}, { keepBuilds: -1 })).toThrow('withAdit: keepBuilds is -1');
  expect(() => extend({}, { keepBuild: 3 })).toThrow(
    new TypeError('withAdit: keepBuild is not an option; accepted: release, sentry, keepBuilds, root'),
  );
});

describe('the folder of the application', () => {
  const { argv } = process;
  afterEach(() => {
    process.argv = argv;
  });

  it('is that of the command, started anywhere', () => {
    write('apps/shop/adit.config.js');
    write('apps/shop/next.config.js');
    write('apps/shop/package.json', '{"name":"shop","version":"1.2.3"}');
    process.argv = ['node', 'next', 'build', join(folder.path, 'apps/shop')];
    const config = withAdit<NextConfig>({});
    expect(aliasOf(config)).toBe('./adit.config.js');
    expect(config.env).toMatchObject({ NEXT_PUBLIC_SENTRY_RELEASE: 'shop@1.2.3' });
  });
});

describe('notes the tunnel path of the build', () => {
  const noted = () => extend().env?.['ADIT_BUILT_TUNNEL_PATH'];

  it('of adit.config, or the default', () => {
    expect(noted()).toBe('/monitoring-tunnel');
    write('adit.config.cjs', 'module.exports = { monitoring: { tunnelPath: "/quarry" } };');
    expect(noted()).toBe('/quarry');
  });

  it('unless browsers send to another origin', () => {
    const monitoring = '{ monitoring: { tunnelOrigin: "https://tunnel.example.org" } }';
    write('adit.config.cjs', `module.exports = ${monitoring};`);
    expect(noted()).toBeUndefined();
  });

  it('unless Node cannot load the file', () => {
    write(
      'adit.config.js',
      'import "./missing.css"; export default { monitoring: { tunnelPath: "/quarry" } };',
    );
    expect(noted()).toBeUndefined();
  });
});

describe('a wrong value', () => {
  const lines: string[] = [];
  const { title } = process;
  beforeEach(() => {
    lines.length = 0;
    Reflect.deleteProperty(globalThis, Symbol.for('@adit/next:warned'));
    jest.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  });
  afterEach(() => {
    process.title = title;
    jest.restoreAllMocks();
  });
  const WRONG = { SENTRY_DSN: 'foo', SENTRY_ENVIRONMENT: 'a b', SENTRY_RELEASE: 'a/b' };

  it('of a variable is not built in, and the build says so', () => {
    Object.assign(process.env, WRONG);
    write('package.json', '{"name":"shop","version":"1.2.3"}');
    expect(extend().env).toEqual(
      expect.not.objectContaining({ ADIT_BUILT_DSN: 'foo', ADIT_BUILT_ENVIRONMENT: 'a b' }),
    );
    expect(extend().env).toMatchObject({ NEXT_PUBLIC_SENTRY_RELEASE: 'shop@1.2.3' });
    expect(
      lines.map((line) => /^Adit: (\w+) is .*; accepted: .* The build ignores it\.$/.exec(line)?.[1]),
    ).toEqual(Object.keys(WRONG));
  });

  it('of an option ends the build, but not a running server, which reports its variables itself', () => {
    write('adit.config.js', 'module.exports = { monitoring: { tracesSampleRate: 2 } };');
    expect(() => extend()).toThrow(
      'adit.config: monitoring.tracesSampleRate is 2; accepted: a number from 0 to 1',
    );
    expect(() => extend({}, { release: 'a/b' })).toThrow('release is "a/b"');
    process.title = 'next-server (v16.4.5)';
    Object.assign(process.env, WRONG);
    expect(() => extend({}, { release: 'a/b' })).not.toThrow();
    expect(lines).toEqual([]);
  });

  it('has no secret of the DSN in the bundles', () => {
    process.env['SENTRY_DSN'] = 'https://key:secret@host/1';
    expect(extend().env).toMatchObject({ ADIT_BUILT_DSN: 'https://key@host/1' });
  });
});

it.each(['src/app/forbidden.tsx', 'app/[locale]/(shop)/unauthorized.page.js'])(
  'switches on authInterrupts for applications with %s',
  (page) => {
    write('app/forbidden-fruit.tsx');
    expect(extend().experimental?.authInterrupts).toBeUndefined();
    write(page);
    expect(extend().experimental?.authInterrupts).toBe(true);
  },
);

it('makes source maps only if they are sent', () => {
  expect(extend().productionBrowserSourceMaps).toBeUndefined();
  process.env['SENTRY_AUTH_TOKEN'] = 'token';
  expect(extend({}, { release: 'a' }).productionBrowserSourceMaps).toBe(true);
});

describe('the lines of the build', () => {
  const { title } = process;
  afterEach(() => {
    process.title = title;
    jest.restoreAllMocks();
  });
  it('comes after the own hook, which is kept as it is', async () => {
    write('node_modules/next/package.json', JSON.stringify({ name: 'next', version: '16.4.5' }));
    const calls: string[] = [];
    jest.spyOn(console, 'log').mockImplementation((line: string) => void calls.push(line));
    const compiler = { runAfterProductionCompile: () => Promise.resolve(void calls.push('own')) };
    const { runAfterProductionCompile: own } = compiler;
    write('server/instrumentation.js');
    const config = extend({ compiler });
    await config.compiler?.runAfterProductionCompile?.({ projectDir: folder.path, distDir: folder.path });

    expect(calls.slice(0, 2)).toEqual([
      'own',
      expect.stringMatching(/^Adit: .*: SENTRY_AUTH_TOKEN is not set\./),
    ]);
    expect(calls.slice(2)).toHaveLength(3);
    expect(calls[2]).toBe(
      'Adit: This application is without a release; browsers send to /monitoring-tunnel.',
    );
    expect(compiler.runAfterProductionCompile).toBe(own);
  });
});
