/** @jest-environment node */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adit } from './adit.ts';

const ORIGINAL = process.env;
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adit-kits-'));
  process.env = {};
});
afterEach(() => {
  process.env = ORIGINAL;
  rmSync(root, { recursive: true });
});

const manifest = (content: object): void =>
  writeFileSync(join(root, 'package.json'), JSON.stringify(content));
const defined = (options?: Parameters<typeof adit>[0]) =>
  adit(options).config({ root }, { command: 'build' }).define;

it('bundles the kits on the server and in development, so that the names are replaced in them', () => {
  expect(adit().config({}, { command: 'build' })).toMatchObject({
    ssr: { noExternal: ['@adit/kits'] },
    optimizeDeps: { exclude: ['@adit/kits'] },
  });
});

/** The packages whose values the parts for the browser import. */
function importedInBrowser(): string[] {
  const sources = ['browser', 'react', 'react-router']
    .flatMap((folder) => readdirSync(join(__dirname, '..', folder)).map((file) => join(folder, file)))
    .filter((path) => !/\.test\.|server\.tsx$/.test(path))
    .map((path) => readFileSync(join(__dirname, '..', path), 'utf8'));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/^(?:import (?!type )[^;]*?|\}) from '(@(?:adit|sentry)\/[^']+)';$/gm)].map(
      ([, name]) => name!,
    ),
  );
  return [...new Set(names)].sort();
}

it('names beside React Router all that the parts for the browser import, and nothing beside others', () => {
  const included = (plugins: unknown[]) =>
    adit().config({ plugins }, { command: 'serve' }).optimizeDeps.include.sort();
  const names = importedInBrowser();
  expect(names).toContain('@sentry/browser');
  expect(included([false, [{ name: 'react-router' }]])).toEqual(names.map((name) => `@adit/kits > ${name}`));
  expect(included([{ name: 'sveltekit' }, undefined])).toEqual([]);
});

it('inlines the name of the site, and the release of the package without its scope', () => {
  manifest({ name: '@acme/shop', version: '1.0.0' });
  expect(defined({ siteName: 'Shop' })).toEqual({
    __ADIT_RELEASE__: '"shop@1.0.0"',
    __ADIT_SITE_NAME__: '"Shop"',
    __ADIT_IS_DEVELOPMENT__: 'false',
  });
});

it('tells the development server from a build', () => {
  expect(adit().config({ root }, { command: 'serve' }).define).toMatchObject({
    __ADIT_IS_DEVELOPMENT__: 'true',
  });
});

it('prefers the given release to that of the variables, and that to the package’s', () => {
  manifest({ name: 'shop', version: '1.0.0' });
  process.env['SENTRY_RELEASE'] = 'of the variable';
  expect(defined()).toMatchObject({ __ADIT_RELEASE__: '"of the variable"' });
  expect(defined({ release: 'given' })).toMatchObject({ __ADIT_RELEASE__: '"given"' });
});

it('ends the build for a release that Sentry does not accept', () => {
  expect(() => defined({ release: 'a/b' })).toThrow('release is "a/b"');
});

it.each([[{ name: 'shop' }], [undefined]])('has no release without name and version: %j', (content) => {
  if (content) manifest(content);
  expect(defined()).toMatchObject({ __ADIT_RELEASE__: 'undefined', __ADIT_SITE_NAME__: 'undefined' });
});
