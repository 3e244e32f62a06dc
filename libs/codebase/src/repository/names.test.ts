import { describe, expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { conventionOf, endingOf, findConventions, isNamed, takenName } from './conventions.ts';
import { addCommand, inFolderOf, removeCommand } from './package-commands.ts';
import { isNextBefore, rangesMeet } from './ranges.ts';
import { rangeOf, readManifest, textsOf } from './read-manifest.ts';
import { findScripts, folderOf, mayHoldSources } from './scripts.ts';
import { findServerlessHost } from './serverless-host.ts';
import { isStrictInstall, isYarnBerry } from './strict-install.ts';

const PAGES = { pageExtensions: ['page.tsx', 'ts'], language: 'ts' } as const;

describe('files of conventions', () => {
  it.each([
    ['app/error.page.tsx', { name: 'error', isTaken: true }],
    ['app/error.tsx', { name: 'error', isTaken: false }],
    ['route.ts', { name: 'route', isTaken: true }],
    ['app/a.b.css', undefined],
    ['app/.ts', undefined],
  ])('%s', (path, expected) => {
    expect(conventionOf(path, PAGES)).toEqual(expected);
    expect(isNamed(path, expected?.name ?? 'error', PAGES)).toBe(expected !== undefined);
    expect(isNamed(path, /^(?:error|route)$/, PAGES)).toBe(expected !== undefined);
  });

  it('get the first ending that fits', () => {
    const js = { pageExtensions: ['js', 'jsx'], language: 'js' } as const;
    expect([endingOf(PAGES, 'screen'), endingOf(PAGES, 'code')]).toEqual(['page.tsx', 'ts']);
    expect([endingOf(js, 'screen'), endingOf(js, 'screen', 'js'), endingOf(js, 'code')]).toEqual([
      'jsx',
      'js',
      'js',
    ]);
    expect(endingOf({ pageExtensions: ['mdx'], language: 'ts' }, 'code')).toBe('ts');
  });

  it('are found if Next takes them, or all', () => {
    const files = memoryFiles({
      'app/error.tsx': '',
      'app/a/error.page.tsx': '',
      'app/page.ts': '',
      'app/b.c.ts': '',
    });
    expect(findConventions(files, 'app', /^error$/, PAGES)).toEqual(['app/a/error.page.tsx']);
    expect(findConventions(files, 'app', /^error$/, PAGES, { all: true })).toHaveLength(2);
  });

  it('have a name that Next takes', () => {
    expect(takenName(PAGES, 'app/error.tsx')).toBe('error.page.tsx');
    expect(takenName(PAGES, 'app/route.js')).toBe('route.ts');
    expect([takenName(PAGES, 'app/route.ts'), takenName(PAGES, 'a.css')]).toEqual([undefined, undefined]);
  });
});

it('writes the commands of package managers', () => {
  const npm = { packageManager: 'npm' } as const;
  expect(addCommand(npm, 'next@>=14.2 <17', 'react')).toBe('npm install "next@>=14.2 <17" react');
  expect(removeCommand({ packageManager: 'bun' }, ['a', 'b'])).toBe('bun remove a b');
  expect(inFolderOf('package.json', 'npm i')).toBe('npm i');
  expect(inFolderOf('apps/web/package.json', 'npm i')).toBe('cd apps/web && npm i');
});

it('compares ranges; what is no range is not judged', () => {
  expect([
    rangesMeet('^16.0.0', '>=14 <17'),
    rangesMeet('^13.0.0', '>=14 <17'),
    rangesMeet('latest', '>=14'),
    rangesMeet('^16.0.0', 'workspace:*'),
  ]).toEqual([true, false, undefined, undefined]);
  expect(['^14.0.0', '>=14', 'latest', undefined].map((next) => isNextBefore({ next }, '15.0.0'))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('reads manifests', () => {
  const files = memoryFiles({
    a: '\uFEFF{ "dependencies": { "x": "1", "y": 2 }, "devDependencies": { "z": "3" } }',
    b: '1',
    c: '{',
  });
  const manifest = readManifest(files, 'a');
  expect([rangeOf(manifest, 'x'), rangeOf(manifest, 'z'), rangeOf(undefined, 'x')]).toEqual([
    '1',
    '3',
    undefined,
  ]);
  expect(['b', 'c', 'd'].map((path) => readManifest(files, path))).toEqual([undefined, undefined, undefined]);
  expect(textsOf(manifest, 'dependencies')).toEqual({ x: '1' });
  expect([textsOf(manifest, 'scripts'), textsOf(undefined, 'a'), textsOf({ a: null }, 'a')]).toEqual([
    {},
    {},
    {},
  ]);
});

it('finds scripts, outside of folders without sources', () => {
  const files = memoryFiles({
    'a.ts': '',
    'b.css': '',
    'lib/c.mjs': '',
    'node_modules/d.js': '',
    '.git/e.js': '',
  });
  const found = (enters?: (folder: string) => boolean) =>
    findScripts(files, '', { name: /^[acde]$/, ...(enters && { enters }) });
  expect(found(mayHoldSources)).toEqual(['a.ts', 'lib/c.mjs']);
  expect(found()).toHaveLength(4);
  expect([
    mayHoldSources('lib/'),
    mayHoldSources('dist/'),
    mayHoldSources('.git/'),
    mayHoldSources('a'),
  ]).toEqual([true, false, false, false]);
  expect([folderOf('a/b/c.ts'), folderOf('c.ts')]).toEqual(['a/b', '']);
});

it('ends in a folder without end', () => {
  const endless = { read: () => '', exists: () => true, list: () => ['a/', 'a.ts'] };
  expect(findScripts(endless, '', { name: /a/ })).toHaveLength(5_000);
});

it.each([
  [{ 'vercel.json': '' }, 'Vercel'],
  [{ 'apps/web/netlify.toml': '' }, 'Netlify'],
  [{ 'apps/api/netlify.toml': '' }, undefined],
])('finds the serverless host of %j', (contents, name) => {
  expect(
    findServerlessHost(memoryFiles(contents as Record<string, string>), { folder: 'apps/web' })?.name,
  ).toBe(name);
});

it.each([
  ['pnpm', {}, true],
  ['npm', { 'yarn.lock': '__metadata:' }, false],
  ['yarn', { 'yarn.lock': '# yarn lockfile v1' }, false],
  ['yarn', { 'yarn.lock': '__metadata:' }, true],
  ['yarn', { '.yarnrc.yml': 'nodeLinker: pnp' }, true],
  ['yarn', { '.yarnrc.yml': 'nodeLinker: "node-modules"' }, false],
  ['yarn', {}, false],
] as const)('%s with %j is strict: %s', (manager, contents, expected) => {
  const files = memoryFiles(contents);
  expect(isStrictInstall(files, manager)).toBe(expected);
  expect(isYarnBerry(memoryFiles({ '.yarnrc.yml': '' }))).toBe(true);
});
