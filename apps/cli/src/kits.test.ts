import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { recordedHost } from '../testing/recorded-host.helper.ts';
import { makeRepository, textsOf } from '../testing/repository.helper.ts';
import { createAbilities } from './abilities.ts';
import { runCli } from './cli.ts';

let root: string;
afterEach(() => rmSync(root, { recursive: true, force: true }));
const run = async (...args: string[]) => {
  const host = recordedHost(root);
  const exitCode = await runCli(args, createAbilities({}, '22.22.0'), '1.0.0', host);
  return { exitCode, out: host.out(), err: host.err(), ran: host.ran };
};
const manifest = (dependencies: object, devDependencies: object): string =>
  `${JSON.stringify({ name: 'shop', scripts: { build: 'vite build' }, dependencies, devDependencies }, undefined, 2)}\n`;
const VITE = 'export default {\n  plugins: [],\n};\n';

it('sets up an application of TanStack Start with one command, and takes Adit out again', async () => {
  root = makeRepository({
    'package.json': manifest({ '@tanstack/react-start': '1.169.5' }, {}),
    'package-lock.json': '{}',
    'tsconfig.json': '{}',
    'vite.config.ts': VITE,
    'src/router.tsx':
      "import { createRouter } from '@tanstack/react-router';\n\nexport const getRouter = () => createRouter({});\n",
  });
  const before = textsOf(root);
  const dry = await run('init', '--dry-run');
  expect(textsOf(root)).toEqual(before);
  const { exitCode, out, ran } = await run('init', '--yes');

  expect(dry.out).toContain("+  plugins: [adit({ siteName: 'Shop' })],");
  expect([exitCode, out.split('\n').at(-2)]).toEqual([
    0,
    'Done. Now build (npm run build), start the server with SENTRY_DSN, then run: npx @adit/cli doctor',
  ]);
  expect(ran).toEqual([['npm install', root]]);
  expect((await run('init', '--yes')).out).toMatch(/^Adit is set up\. There is nothing to write\.\n/);
  expect((await run('doctor')).exitCode).toBe(0);

  expect((await run('remove', '--yes')).exitCode).toBe(0);
  expect(textsOf(root)).toEqual(before);
});

it('says in React Router what is left to the user, and Done only after it', async () => {
  root = makeRepository({
    'package.json': manifest({ 'react-router': '8.4.0' }, { '@react-router/dev': '8.4.0' }),
    'package-lock.json': '{}',
    'tsconfig.json': '{}',
    'vite.config.ts': VITE,
    'app/root.tsx': 'export default () => null;\n',
  });
  const first = await run('init', '--yes');

  expect(first.exitCode).toBe(1);
  expect(first.out).not.toContain('Done');
  expect(first.out).toContain(
    [
      '  ! app/root.tsx  by hand: Shows error screens, and gives navigations a deadline.',
      '      this step is yours: this line takes the place of its own App, the default export, and of its ErrorBoundary',
      "      | export { AditRoot as default, ErrorBoundary } from '@adit/kits/react-router';",
    ].join('\n'),
  );
  expect(readFileSync(join(root, 'app/root.tsx'), 'utf8')).toBe('export default () => null;\n');
  expect((await run('doctor')).exitCode).toBe(1);

  const [, line = ''] = /^ +\| (export .*)$/m.exec(first.out) ?? [];
  writeFileSync(join(root, 'app/root.tsx'), `${line}\n`);
  for (const name of ['@adit/kits', '@sentry/browser', '@sentry/node'])
    mkdirSync(join(root, 'node_modules', name), { recursive: true });
  const install = (name: string) => writeFileSync(join(root, 'node_modules', name, 'package.json'), '{}');
  install('@adit/kits');
  install('@sentry/browser');
  const next = 'build (npm run build), start the server with SENTRY_DSN, then run: npx @adit/cli doctor\n';
  const second = await run('init', '--yes');
  expect([second.exitCode, second.out]).toEqual([
    0,
    `Adit is set up. There is nothing to write.\nNow run: npm install\nThen ${next}`,
  ]);
  install('@sentry/node');
  const third = await run('init', '--yes');
  expect([third.exitCode, third.out]).toEqual([0, `Adit is set up. There is nothing to write.\nNow ${next}`]);
  expect((await run('doctor')).exitCode).toBe(0);
});

it('converts nothing, and mends nothing', async () => {
  root = makeRepository({
    'package.json': manifest({}, { '@sveltejs/kit': '3.2.0' }),
    'package-lock.json': '{}',
    'vite.config.ts': VITE,
  });

  expect((await run('convert-sentry', '--yes')).out).toMatch(/^There is nothing to convert/);
  expect((await run('doctor', '--fix', '--yes')).out).toContain('--fix finds nothing that it can mend');
  expect(textsOf(root)['vite.config.ts']).toBe(VITE);
});

it('asks a running application at the path of its kit', async () => {
  root = makeRepository({
    'package.json': manifest({}, { '@sveltejs/kit': '3.2.0' }),
    'package-lock.json': '{}',
    'vite.config.ts': VITE,
  });
  const asked: string[] = [];
  const settings = { environment: 'test', dsn: 'http://key@127.0.0.1/42' };
  const server = createServer(({ method, url }, response) => {
    asked.push(`${String(method)} ${String(url)}`);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(settings));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const { out } = await run('doctor', '--online', `http://127.0.0.1:${String(port)}`);

    expect(out).toMatch(/^✔ online {2}/m);
    expect(new Set(asked)).toEqual(new Set(['GET /monitoring-tunnel', 'POST /monitoring-tunnel']));
  } finally {
    server.close();
  }
});
