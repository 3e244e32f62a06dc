import { expect, it } from '@jest/globals';
import type { Repository } from '@adit/codebase';
import { addProjectConfiguration } from '@nx/devkit';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { chooseFolders } from './choose-folders.ts';

const repositoryOf = (...folders: string[]): Repository =>
  ({
    applications: folders.map((folder) => ({ folder, name: `@acme/${folder || 'root'}` })),
  }) as unknown as Repository;

const tree = createTreeWithEmptyWorkspace();
addProjectConfiguration(tree, 'whole', { root: '.' });

it.each(['whole', '.', '@acme/root'])('finds the application of the root as %s', (project) => {
  expect(chooseFolders(tree, repositoryOf('', 'apps/shop'), { project })).toEqual(['']);
});

it('names the root as a point where it lists applications', () => {
  expect(() => chooseFolders(tree, repositoryOf('', 'apps/shop'), {})).toThrow(
    'one of ., apps/shop, or --all',
  );
  expect(() => chooseFolders(tree, repositoryOf(''), { project: 'other' })).toThrow(
    'other is not a Next application; there are: ..',
  );
});
