import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { recordedHost } from '../testing/recorded-host.helper.ts';
import { appRouter, makeRepository, type Texts, textsOf } from '../testing/repository.helper.ts';
import { createAbilities } from './abilities.ts';
import { runCli } from './cli.ts';

let root: string;
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs the program with the real parts of @adit/setup. */
async function adit(args: string, folder = '', exitCodeOfInstall = 0) {
  const host = recordedHost(join(root, folder), { exitCode: exitCodeOfInstall });
  const exitCode = await runCli(args.split(' '), createAbilities({}, '22.12.0'), '1.0.0', host);
  return { exitCode, out: host.out(), err: host.err(), ran: host.ran };
}
const read = (path: string): string => textsOf(root)[path] ?? '';
const NPM = { 'package-lock.json': '{}\n' };

/** A workspace of pnpm with two applications. */
const PNPM: Texts = {
  'package.json': '{ "name": "root", "private": true }\n',
  'pnpm-workspace.yaml': 'packages:\n  - apps/*\n',
  'pnpm-lock.yaml': 'lockfileVersion: 9.0\n',
  ...appRouter('apps/admin', 'admin'),
  ...appRouter('apps/shop', 'shop'),
};

it.each([
  ['the App Router', appRouter()],
  ['a workspace of pnpm', PNPM],
])(
  'init sets up, doctor is content, a second init does nothing, and remove gives all back: %s',
  async (_name, texts) => {
    root = makeRepository({ ...NPM, ...texts });
    const before = textsOf(root);

    expect(await adit('init --yes')).toMatchObject({ exitCode: 0, err: '' });
    const after = textsOf(root);
    expect(Object.keys(after).length).toBeGreaterThan(Object.keys(before).length);
    expect(await adit('doctor')).toMatchObject({
      exitCode: 0,
      out: expect.not.stringMatching(/✖ |! (?!installed )/),
    });

    expect(await adit('init --yes')).toMatchObject({
      exitCode: 0,
      ran: [],
      out: expect.stringMatching(
        /^Adit is set up\. There is nothing to write\.\nNow run: p?npm install\nThen build/,
      ),
    });
    expect(textsOf(root)).toEqual(after);

    expect((await adit('remove --yes')).exitCode).toBe(0);
    expect(textsOf(root)).toEqual(before);
    expect((await adit('remove --yes')).out).toContain('nothing to do');
  },
);

it('remove takes an edited adit.config and the packages out, and shows before that its options go', async () => {
  root = makeRepository({ ...NPM, ...appRouter() });
  const before = textsOf(root);
  await adit('init --yes');
  const path = Object.keys(textsOf(root)).find((one) => one.startsWith('adit.config')) ?? '';
  writeFileSync(
    join(root, path),
    read(path).replace('monitoring:', 'router: { slowMs: 500 },\n  monitoring:'),
  );

  const { out } = await adit('remove --dry-run');
  expect(out).toContain('Your options go with it: router.slowMs.');
  expect(out).toContain('-  router: { slowMs: 500 },');
  expect((await adit('remove --yes')).exitCode).toBe(0);
  expect(textsOf(root)).toEqual(before);
});

it('doctor --fix mends what is missing', async () => {
  root = makeRepository({ ...NPM, ...appRouter() });
  await adit('init --yes');
  rmSync(join(root, 'instrumentation-client.ts'));
  expect((await adit('doctor')).exitCode).toBe(1);

  expect((await adit('doctor --fix --yes')).exitCode).toBe(0);
  expect(read('instrumentation-client.ts')).toContain('@adit/next/client');
});

it('doctor --online asks the tunnel path of the application, and says what is wrong', async () => {
  root = makeRepository({ ...NPM, ...appRouter() });
  await adit('init --yes');
  const path = /tunnelPath: '([^']+)'/.exec(read('adit.config.ts'))?.[1];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404).end();
  }).listen(0);
  try {
    const { port } = server.address() as AddressInfo;
    const { exitCode, out } = await adit(`doctor --online http://localhost:${port}`);

    expect([exitCode, asked]).toEqual([1, [path]]);
    expect(out).toContain(`✖ online`);
  } finally {
    server.close();
  }
});

it('doctor --online takes a chunk of the application, and says whether the build here knows its debug id', async () => {
  const chunk = (first: string): string => `//# debugId=${first}2ddfb0-e115-3121-ccca-e339aa4fd2da`;
  const build = (first: string) => ({
    '.next/required-server-files.json': '{ "config": { "env": {} } }',
    '.next/static/chunks/main.js': chunk(first),
    '.next/adit-source-maps.json': '{ "outcome": "uploaded", "text": "Source maps are uploaded to a test." }',
  });
  const server = createServer(({ method, url }, response) => {
    const isTunnel = !url?.startsWith('/_next/') && url !== '/';
    response.setHeader('content-type', isTunnel ? 'application/json' : 'text/html');
    if (method === 'POST') return response.end('{"id":"0"}');
    if (isTunnel) return response.end('{"dsn":"https://key@host.test/1","environment":"qa"}');
    return response.end(url === '/' ? '<script src="/_next/static/chunks/main.js"></script>' : chunk('e5'));
  }).listen(0);
  try {
    const address = `http://localhost:${(server.address() as AddressInfo).port}`;
    root = makeRepository({ ...NPM, ...appRouter(), ...build('e5') });
    await adit('init --yes');
    expect((await adit(`doctor --online ${address}`)).out).toMatch(
      /✔ debug-id .*which the build here knows\. It has/,
    );

    rmSync(root, { recursive: true });
    root = makeRepository({ ...NPM, ...appRouter(), ...build('f0') });
    await adit('init --yes');
    expect((await adit(`doctor --online ${address}`)).out).toMatch(
      /! debug-id .*the build here does not know/,
    );
  } finally {
    server.close();
  }
});

describe('init ends with what is left to do', () => {
  const withBuild = (folder: string): Texts => {
    const texts = appRouter(folder);
    const path = folder === '' ? 'package.json' : `${folder}/package.json`;
    return { ...texts, [path]: texts[path]!.replace('{', '{ "scripts": { "build": "next build" },') };
  };
  const REST = 'start the server with SENTRY_DSN, then run: npx @adit/cli doctor\n';

  it.each<[string, Texts, string, string]>([
    ['one application', { ...NPM, ...withBuild('') }, '', `Done. Now build (npm run build), ${REST}`],
    [
      'one of a workspace',
      { ...PNPM, ...withBuild('apps/shop') },
      ' --app shop',
      `Done. Now build (pnpm run build in apps/shop), ${REST}`,
    ],
    ['several', PNPM, '', `Done. Now build the applications, ${REST}`],
    ['no script', { ...NPM, ...appRouter() }, '', `Done. Now build the application, ${REST}`],
    [
      'no install',
      { ...NPM, ...withBuild('') },
      ' --no-install',
      `\nNow run: npm install\nThen build (npm run build), ${REST}`,
    ],
  ])('%s', async (_name, texts, args, end) => {
    root = makeRepository(texts);
    const { out } = await adit(`init --yes${args}`);
    expect(out.slice(-end.length)).toBe(end);
  });
});

describe('an issue of sentry-wizard does not happen here:', () => {
  it('#553, #273: in a workspace of pnpm, packages go to the application and pnpm installs them from the root', async () => {
    root = makeRepository(PNPM);

    const { exitCode, ran } = await adit('init --yes', 'apps/shop/app');

    expect([exitCode, ran]).toEqual([0, [['pnpm install', root]]]);
    expect(read('apps/shop/package.json')).toContain('@adit/next');
    expect([read('package.json'), read('apps/admin/package.json')]).toEqual([
      PNPM['package.json'],
      PNPM['apps/admin/package.json'],
    ]);
  });

  it.each([
    ['npm', 'package-lock.json'],
    ['pnpm', 'pnpm-lock.yaml'],
    ['yarn', 'yarn.lock'],
    ['bun', 'bun.lock'],
  ])('#661: %s installs if there is a %s', async (manager, lock) => {
    root = makeRepository({ ...appRouter(), [lock]: '' });

    expect((await adit('init --yes')).ran).toEqual([[`${manager} install`, root]]);
  });

  it('#661: npm does not install beside the lock file of pnpm', async () => {
    root = makeRepository({ ...appRouter(), 'package-lock.json': '{}', 'pnpm-lock.yaml': '' });

    expect((await adit('init --yes')).ran).toEqual([['pnpm install', root]]);
  });

  it('#1294, #851: an install that fails is said, with its command and exit code, and leaves no log file', async () => {
    root = makeRepository({ ...NPM, ...appRouter() });

    const { exitCode, err } = await adit('init --yes', '', 254);

    expect(exitCode).toBe(1);
    expect(err).toContain('npm install failed with exit code 254');
    expect(err).toContain('an older one will do. There, run:\n  npm install @sentry/nextjs@11.0.0\n');
    expect(Object.keys(textsOf(root)).filter((path) => path.endsWith('.log'))).toEqual([]);
  });

  it.each(['init', 'convert-sentry', 'remove'])(
    '#488, #1183: without a terminal, %s asks nothing and says what to pass',
    async (command) => {
      root = makeRepository({ ...NPM, ...appRouter(), ...WIZARD });
      if (command === 'remove') await adit('convert-sentry --yes');
      const before = textsOf(root);

      // Sentry's files prevent the set-up, which is reported without a question.
      const { exitCode, err, out } = await adit(command);

      expect(exitCode).toBeGreaterThan(0);
      expect(err + out).toMatch(/pass --yes to write \d+ files|convert-sentry/);
      expect(textsOf(root)).toEqual(before);
    },
  );

  it('#488: a folder outside a Git repository is no reason to ask', async () => {
    root = makeRepository({ ...NPM, ...appRouter() });

    expect(await adit('init --yes')).toMatchObject({ exitCode: 0, err: '' });
  });

  it('#508: an application of the Pages Router alone is set up, without an app folder', async () => {
    root = makeRepository({ ...NPM, ...pagesRouter('pages') });

    expect((await adit('init --yes')).exitCode).toBe(0);

    expect(read('pages/_error.tsx')).toContain('@adit/next/screens/pages-error');
    expect(Object.keys(textsOf(root)).filter((path) => path.startsWith('app/'))).toEqual([]);
  });

  it('#241, #385: with routes in src/pages, no folder pages appears in the root, so src/middleware goes on', async () => {
    const middleware = 'export function middleware() {}\n';
    root = makeRepository({
      ...NPM,
      ...pagesRouter('src/pages', '15.5.29'),
      'src/middleware.ts': middleware,
    });

    expect((await adit('init --yes')).exitCode).toBe(0);

    const paths = Object.keys(textsOf(root));
    expect(paths.filter((path) => /^(pages|app)\//.test(path))).toEqual([]);
    expect(paths).toContain('src/pages/_error.tsx');
    expect(paths).toContain('src/middleware.ts');
  });

  it('#436: folders that a file needs are made', async () => {
    root = makeRepository({ ...NPM, ...pagesRouter('src/pages') });

    expect((await adit('init --yes')).exitCode).toBe(0);

    expect(read('src/instrumentation.ts')).toContain('@adit/next/instrumentation');
  });

  it('#633: instrumentation lies where Next looks for it: beside the routes, in src or not', async () => {
    root = makeRepository({
      ...PNPM,
      ...Object.fromEntries(
        Object.entries(appRouter('apps/blog', 'blog')).map(([path, text]) => [
          path.replace('blog/app/', 'blog/src/app/'),
          text,
        ]),
      ),
    });

    await adit('init --yes');

    const paths = Object.keys(textsOf(root)).filter((path) => path.endsWith('/instrumentation.ts'));
    expect(paths).toEqual([
      'apps/admin/instrumentation.ts',
      'apps/blog/src/instrumentation.ts',
      'apps/shop/instrumentation.ts',
    ]);
  });

  it('#560: a configuration that is a module of ECMAScript gets imports, one of CommonJS does not', async () => {
    root = makeRepository({ ...NPM, ...appRouter() });
    rmSync(join(root, 'next.config.ts'));
    put('next.config.mjs', 'export default { poweredByHeader: false };\n');
    await adit('init --yes');
    expect(read('next.config.mjs')).toBe(
      "import { withAdit } from '@adit/next/config';\n\nexport default withAdit({ poweredByHeader: false });\n",
    );

    rmSync(join(root, 'next.config.mjs'));
    put('next.config.js', 'module.exports = { poweredByHeader: false };\n');
    await adit('init --yes');
    expect(read('next.config.js')).not.toMatch(/^import /m);
    expect(read('next.config.js')).toContain('withAdit({ poweredByHeader: false })');
  });

  it('#1007: a second run does not wrap the configuration again', async () => {
    root = makeRepository({ ...NPM, ...appRouter() });
    await adit('init --yes');
    await adit('init --yes');

    expect(read('next.config.ts').match(/withAdit\(/g)).toHaveLength(1);
  });
});

describe('an issue of sentry-javascript does not happen here:', () => {
  it('#14647: withAdit is put around the other wrappers, and doctor finds it inside another', async () => {
    root = makeRepository({ ...NPM, ...appRouter() });
    const wrapped =
      "import { withNextVideo } from 'next-video/process';\n\nexport default withNextVideo({});\n";
    put('next.config.ts', wrapped);
    await adit('init --yes');
    expect(read('next.config.ts')).toContain('withAdit(withNextVideo({}))');

    put(
      'next.config.ts',
      read('next.config.ts').replace('withAdit(withNextVideo({}))', 'withNextVideo(withAdit({}))'),
    );
    expect((await adit('doctor')).out).toMatch(/! next-config .*next\.config\.ts:\d+/);
  });

  it.each(['apps/shop', ''])(
    '#8982, #8798, #6314, #3723: an application in a workspace of Nx is set up from "%s", in its own folder',
    async (folder) => {
      root = makeRepository({ ...NPM, ...NX });
      const before = textsOf(root);

      expect((await adit('init --yes', folder)).exitCode).toBe(0);

      const added = Object.keys(textsOf(root)).filter((path) => !(path in before));
      expect(added).toContain('apps/shop/instrumentation.ts');
      expect(added.filter((path) => !path.startsWith('apps/shop/'))).toEqual([]);
      expect(read('apps/shop/next.config.js')).toContain('withAdit(');
      expect(read('apps/shop/next.config.js')).toContain('composePlugins(');
      expect(read('package.json')).toContain('@adit/next');

      expect((await adit('remove --yes', folder)).exitCode).toBe(0);
      expect(textsOf(root)).toEqual(before);
    },
  );
});

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** An application that uses only the Pages Router. */
function pagesRouter(folder: string, next = '16.4.5'): Texts {
  const manifest = { name: 'shop', dependencies: { next, react: '19.3.1', 'react-dom': '19.3.1' } };
  return {
    'package.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
    'tsconfig.json': '{}\n',
    [`${folder}/index.tsx`]: 'export default function Page() {\n  return <h1>Shop</h1>;\n}\n',
  };
}

/** Files that Sentry's wizard writes. */
const WIZARD: Texts = {
  'package.json': appRouter()['package.json']!.replace('"next"', '"@sentry/nextjs": "^11.0.0",\n    "next"'),
  'sentry.server.config.ts':
    "import * as Sentry from '@sentry/nextjs';\n\nSentry.init({ dsn: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509' });\n",
  'instrumentation.ts': [
    "import * as Sentry from '@sentry/nextjs';",
    '',
    'export async function register() {',
    "  if (process.env.NEXT_RUNTIME === 'nodejs') {",
    "    await import('./sentry.server.config');",
    '  }',
    '}',
    '',
    'export const onRequestError = Sentry.captureRequestError;',
    '',
  ].join('\n'),
};

/** An integrated workspace of Nx, as `@nx/next:application` makes it. */
const NX: Texts = {
  'nx.json': '{}\n',
  'package.json': appRouter()['package.json']!,
  'apps/shop/project.json': '{ "name": "shop" }\n',
  'apps/shop/tsconfig.json': '{}\n',
  'apps/shop/app/layout.tsx': appRouter()['app/layout.tsx']!,
  'apps/shop/next.config.js': [
    '//@ts-check',
    '',
    "const { composePlugins, withNx } = require('@nx/next');",
    '',
    '/**',
    " * @type {import('@nx/next/plugins/with-nx').WithNxOptions}",
    ' **/',
    'const nextConfig = {',
    '  nx: {},',
    '};',
    '',
    'const plugins = [',
    '  // Add more Next.js plugins to this list if needed.',
    '  withNx,',
    '];',
    '',
    'module.exports = composePlugins(...plugins)(nextConfig);',
    '',
  ].join('\n'),
};
