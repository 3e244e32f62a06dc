import { describe, expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { readDependency } from './dependency.ts';

const json = (dependencies: Record<string, string>, fields: object = {}): string =>
  JSON.stringify({ ...fields, dependencies }, undefined, 2);
const read = (contents: Record<string, string>, name = 'next') =>
  readDependency(memoryFiles(contents), 'apps/web/package.json', name);

describe('readDependency', () => {
  it.each<[string, string | undefined]>([
    ['^16.0.0', '^16.0.0'],
    ['latest', 'latest'],
    ['workspace:*', undefined],
    ['link:../next', undefined],
    ['npm:next@15.3.1', '15.3.1'],
    ['npm:15.3.1', '15.3.1'],
    ['npm:next', undefined],
    ['npm:@acme/next@15.3.1', undefined],
    ['patch:next@npm%3A15.1.0#~/.yarn/patches/next.patch', '15.1.0'],
    ['patch:next@15.1.0#./next.patch', '15.1.0'],
    ['patch:next@%E0#./next.patch', '%E0'],
    ['catalog:', undefined],
  ])('reads %s as %s', (written, range) => {
    expect(read({ 'apps/web/package.json': json({ next: written }) })).toEqual({
      written,
      range,
      manifest: 'apps/web/package.json',
    });
  });

  it('finds what only the manifest of the root names', () => {
    expect(read({ 'apps/web/package.json': '{}', 'package.json': json({ next: '16.0.0' }) })).toEqual({
      written: '16.0.0',
      range: '16.0.0',
      manifest: 'package.json',
    });
    expect(read({ 'package.json': '{}' })).toBeUndefined();
  });

  it.each<[string, string, Record<string, string>, readonly string[]]>([
    ['pnpm', 'catalog:', { 'pnpm-workspace.yaml': 'catalog:\n  next: ^15.3.0\n' }, ['catalog', 'next']],
    [
      'pnpm, by its name',
      'catalog:old',
      { 'pnpm-workspace.yaml': 'catalogs:\n  old:\n    next: ^15.3.0\n' },
      ['catalogs', 'old', 'next'],
    ],
    [
      'pnpm, by the name default',
      'catalog:default',
      { 'pnpm-workspace.yaml': 'catalogs:\n  default:\n    next: ^15.3.0\n' },
      ['catalogs', 'default', 'next'],
    ],
    ['Yarn', 'catalog:', { '.yarnrc.yml': 'catalog:\n  next: ^15.3.0\n' }, ['catalog', 'next']],
    [
      'Bun',
      'catalog:',
      { 'package.json': '{ "workspaces": { "catalog": { "next": "^15.3.0" } } }' },
      ['workspaces', 'catalog', 'next'],
    ],
  ])('reads a catalog of %s', (_whose, written, files, keys) => {
    expect(read({ ...files, 'apps/web/package.json': json({ next: written }) })).toEqual({
      written,
      range: '^15.3.0',
      manifest: 'apps/web/package.json',
      catalog: { path: Object.keys(files)[0], keys },
    });
  });

  it('reads no catalog of a file that is none', () => {
    for (const text of ['catalog: next', 'a: [', 'catalog:\n  next:\n'])
      expect(
        read({ 'apps/web/package.json': json({ next: 'catalog:' }), 'pnpm-workspace.yaml': text })?.range,
      ).toBeUndefined();
    const numbered = {
      'apps/web/package.json': json({ next: 'catalog:' }),
      '.yarnrc.yml': 'catalog:\n  next: 15\n',
    };
    expect(read(numbered)?.range).toBe('15');
  });
});
