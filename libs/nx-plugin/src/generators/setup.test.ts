import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { logger, type Tree } from '@nx/devkit';
import { convertSentryGenerator } from './convert-sentry.ts';
import { initGenerator } from './init.ts';
import { removeGenerator } from './remove.ts';
import { setupGenerator } from './setup.ts';

let tree: Tree;
beforeEach(() => {
  tree = createTreeWithEmptyWorkspace({ layout: 'apps-libs' });
  tree.write('package.json', '{ "workspaces": ["apps/*"] }');
});

/** Adds a small application of the App Router. */
function addApplication(name: string, next = '16.4.5'): void {
  const at = `apps/${name}`;
  const dependencies = { next, react: '19.3.1', 'react-dom': '19.3.1' };
  tree.write(`${at}/package.json`, JSON.stringify({ name: `@acme/${name}`, dependencies }, undefined, 2));
  tree.write(`${at}/tsconfig.json`, '{}');
  tree.write(`${at}/next.config.mjs`, 'export default {};\n');
  tree.write(
    `${at}/app/layout.tsx`,
    'export default function Layout({ children }) {\n  return (\n    <html>\n      <body>{children}</body>\n    </html>\n  );\n}\n',
  );
}
const read = (path: string): string => tree.read(path, 'utf-8') ?? '';
const isSetUp = (name: string): boolean => tree.exists(`apps/${name}/adit.config.ts`);
const json = (path: string): Record<string, Record<string, string>> =>
  JSON.parse(read(path)) as Record<string, Record<string, string>>;

describe('init', () => {
  it('adds the plugin and its packages, and returns a task', async () => {
    const task = await initGenerator(tree, { skipFormat: true });

    expect(json('nx.json')).toMatchObject({ plugins: ['@adit/nx'] });
    expect(json('package.json').devDependencies).toMatchObject({
      '@adit/nx': '^0.1.0',
      '@adit/cli': '^0.1.0',
    });
    expect(typeof task).toBe('function');
  });

  it('keeps a version that is there, unless told otherwise', async () => {
    tree.write('package.json', '{ "devDependencies": { "@adit/cli": "^0.0.1" } }');

    await initGenerator(tree, { skipFormat: true });
    expect(json('package.json').devDependencies?.['@adit/cli']).toBe('^0.0.1');

    await initGenerator(tree, { skipFormat: true, keepExistingVersions: false });
    expect(json('package.json').devDependencies?.['@adit/cli']).toBe('^0.1.0');
  });

  it('leaves package.json with skipPackageJson', async () => {
    const before = read('package.json');
    const task = await initGenerator(tree, { skipFormat: true, skipPackageJson: true });

    await task();
    expect(read('package.json')).toBe(before);
  });
});

describe('setup', () => {
  beforeEach(() => {
    addApplication('shop');
    addApplication('admin');
  });

  it('sets up all applications with --all', async () => {
    await setupGenerator(tree, { all: true, skipFormat: true });

    expect([isSetUp('shop'), isSetUp('admin')]).toEqual([true, true]);
    expect(json('apps/shop/package.json').dependencies).toHaveProperty(['@adit/next']);
    expect(json('nx.json')).toMatchObject({ plugins: ['@adit/nx'] });
  });

  it.each(['@acme/shop', 'shop', 'apps/shop'])('sets up one, by its name or folder: %s', async (project) => {
    await setupGenerator(tree, { project, skipFormat: true });

    expect([isSetUp('shop'), isSetUp('admin')]).toEqual([true, false]);
  });

  it('changes nothing the second time', async () => {
    await setupGenerator(tree, { all: true, skipFormat: true });
    const before = tree.listChanges().map(({ path, content }) => [path, String(content)]);
    await setupGenerator(tree, { all: true, skipFormat: true });

    expect(tree.listChanges().map(({ path, content }) => [path, String(content)])).toEqual(before);
  });

  it('leaves every package.json with skipPackageJson', async () => {
    const before = [read('package.json'), read('apps/shop/package.json')];
    await setupGenerator(tree, { all: true, skipFormat: true, skipPackageJson: true });

    expect([read('package.json'), read('apps/shop/package.json')]).toEqual(before);
    expect(isSetUp('shop')).toBe(true);
  });

  it.each([
    [{}, 'Pass --project for one of apps/admin, apps/shop, or --all.'],
    [{ project: 'blog' }, 'blog is not a Next application; there are: apps/admin, apps/shop.'],
  ])('does not guess: %j', async (options, message) => {
    await expect(setupGenerator(tree, options)).rejects.toThrow(message);
  });

  it('needs no choice if there is one application', async () => {
    tree.delete('apps/admin');

    await setupGenerator(tree, { skipFormat: true });

    expect(isSetUp('shop')).toBe(true);
  });

  it('says that there is none', async () => {
    tree.delete('apps');

    await expect(setupGenerator(tree, {})).rejects.toThrow('The workspace has no Next application.');
  });

  it('prints what is left to do by hand', async () => {
    const warn = jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
    addApplication('old', '13.5.0');

    await setupGenerator(tree, { project: 'old', skipFormat: true });

    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^apps\/old\/package\.json: Adit needs next .* By hand, because .*13\.5\.0/)],
    ]);
  });
});

describe('remove', () => {
  beforeEach(() => {
    addApplication('shop');
    addApplication('admin');
  });
  const applicationFiles = () =>
    tree
      .listChanges()
      .filter(({ path }) => path.startsWith('apps/'))
      .map(({ path, content }) => [path, String(content)]);

  it('gives the applications back byte for byte, and takes the plugin out with the last one', async () => {
    const before = applicationFiles();
    await setupGenerator(tree, { all: true, skipFormat: true });

    await removeGenerator(tree, { project: 'shop', skipFormat: true });
    expect([isSetUp('shop'), isSetUp('admin')]).toEqual([false, true]);
    expect(json('nx.json')).toMatchObject({ plugins: ['@adit/nx'] });

    await removeGenerator(tree, { all: true, skipFormat: true });
    expect(applicationFiles()).toEqual(before);
    expect(json('nx.json')).not.toHaveProperty('plugins');
    expect(json('package.json').devDependencies).toEqual({});
  });

  it('leaves package.json with skipPackageJson', async () => {
    await setupGenerator(tree, { all: true, skipFormat: true });
    const before = read('package.json');

    await removeGenerator(tree, { all: true, skipFormat: true, skipPackageJson: true });

    expect(read('package.json')).toBe(before);
  });
});

it('convert-sentry moves an application from the files of the wizard to Adit, and remove moves it back', async () => {
  addApplication('shop');
  const server =
    "import * as Sentry from '@sentry/nextjs';\n\nSentry.init({ dsn: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509' });\n";
  tree.write('apps/shop/instrumentation-client.ts', server);
  await expect(setupGenerator(tree, { skipFormat: true })).resolves.toBeDefined();
  expect(isSetUp('shop')).toBe(false);

  await convertSentryGenerator(tree, { skipFormat: true });
  expect(isSetUp('shop')).toBe(true);
  expect(read('apps/shop/instrumentation-client.ts')).not.toContain('Sentry.init');

  await removeGenerator(tree, { skipFormat: true });
  expect(read('apps/shop/instrumentation-client.ts')).toBe(server);
});

it('runs without skipFormat, too', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  addApplication('shop');

  await initGenerator(tree, {});
  await setupGenerator(tree, {});

  expect(isSetUp('shop')).toBe(true);
});
