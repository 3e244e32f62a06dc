/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import adit, { type Nitro, type NitroConfig } from './module.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adit-kits-'));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'shop', version: '1.0.0' }));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Sets the module up as Nuxt does. */
function setUp(given: NitroConfig = {}, dev = false) {
  const vite: { plugins?: unknown[] } = {};
  const plugins: unknown[] = ['own'];
  const nitro = { ...given };
  const prerenderer = { options: { plugins: [] as string[] } };
  const init: Nitro = {
    hooks: {
      hook: (_name, change) => {
        prerenderer.options.plugins = [...(nitro.plugins ?? [])];
        change(prerenderer);
      },
    },
  };
  const hook = (name: string, change: (value: never) => void) =>
    change((name === 'nitro:init' ? init : nitro) as never);
  const options = { rootDir: root, srcDir: root, dev, plugins, vite };
  adit({ siteName: 'Shop' }, { options, hook });
  const [plugin] = vite.plugins as [{ config: (config: object, env: object) => { define: object } }];
  return { nitro, plugins, prerenderer, define: plugin.config({ root: 'app' }, { command: 'build' }).define };
}

it('inlines the same names in pages and server, with the release of the application', () => {
  const { define, nitro } = setUp({ replace: { OWN: '1' } });
  expect(define).toMatchObject({ __ADIT_RELEASE__: '"shop@1.0.0"', __ADIT_SITE_NAME__: '"Shop"' });
  expect(nitro.replace).toEqual({ ...define, OWN: '1', __ADIT_HAS_ERROR_PAGE__: 'false' });
  expect(setUp({}, true).nitro.replace).toMatchObject({ __ADIT_IS_DEVELOPMENT__: 'true' });
});

it('puts its plugins before those of the application, and bundles the kits', () => {
  const { plugins, nitro } = setUp({ plugins: ['own'], externals: { inline: ['own'] } });
  expect(plugins).toEqual([
    { src: expect.stringMatching(/\/nuxt\/client\.js$/) as string, mode: 'client' },
    'own',
  ]);
  expect(nitro.plugins).toEqual([expect.stringMatching(/\/nuxt\/server\.js$/) as string, 'own']);
  expect(nitro.externals).toEqual({ inline: ['own', '@adit/kits'] });
});

it('is not in the server with which the build renders pages', () => {
  expect(setUp({ plugins: ['own'] }).prerenderer.options.plugins).toEqual(['own']);
});

it('finds the error page of the application', () => {
  writeFileSync(join(root, 'error.vue'), '');
  expect(setUp().nitro.replace).toMatchObject({ __ADIT_HAS_ERROR_PAGE__: 'true' });
});
