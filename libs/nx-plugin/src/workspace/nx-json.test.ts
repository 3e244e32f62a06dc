import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { describe, expect, it } from '@jest/globals';
import { addPlugin, removePlugin } from './nx-json.ts';

const treeWith = (nxJson: string) => {
  const tree = createTreeWithEmptyWorkspace();
  tree.write('nx.json', nxJson);
  return { tree, read: () => tree.read('nx.json', 'utf-8') };
};

const WITHOUT = `{
  // Shared by all teams.
  "plugins": [
    { "plugin": "@nx/next/plugin", "options": { "buildTargetName": "build" } }
  ],
  "defaultBase": "main"
}
`;

it('takes out the first of several plugins', () => {
  const { tree, read } = treeWith('{ "plugins": ["@adit/nx", "b"] }');

  removePlugin(tree);

  expect(read()).toBe('{ "plugins": ["b"] }');
});

it('adds the plugin after the others, and leaves comments and formatting', () => {
  const { tree, read } = treeWith(WITHOUT);

  addPlugin(tree);

  expect(read()).toBe(WITHOUT.replace('"build" } }', '"build" } },\n    "@adit/nx"'));
});

it.each([
  ['by name', '{ "plugins": ["@adit/nx"] }'],
  ['with options', '{ "plugins": [{ "plugin": "@adit/nx", "options": {} }] }'],
])('adds it once: %s', (_form, text) => {
  const { tree, read } = treeWith(text);

  addPlugin(tree);

  expect(read()).toBe(text);
});

it.each([
  ['there is none', undefined],
  ['it is empty', '{}'],
  ['its list is empty', '{ "plugins": [] }'],
])('writes the list if %s', (_case, text) => {
  const { tree, read } = treeWith(text ?? '');
  if (text === undefined) tree.delete('nx.json');

  addPlugin(tree);

  expect(JSON.parse(read()!)).toEqual({ plugins: ['@adit/nx'] });
});

describe('removed again, the file is as it was', () => {
  it.each([
    ['with other plugins', WITHOUT],
    ['without a list', '{\n  "defaultBase": "main"\n}\n'],
    ['with properties after the list', '{\n  "plugins": [\n    "a",\n    "b"\n  ],\n  "parallel": 3\n}\n'],
  ])('%s', (_case, text) => {
    const { tree, read } = treeWith(text);

    addPlugin(tree);
    expect(read()).not.toBe(text);
    removePlugin(tree);

    expect(read()).toBe(text);
  });
});

it('removes nothing that is not there', () => {
  const { tree, read } = treeWith(WITHOUT);
  removePlugin(tree);
  expect(read()).toBe(WITHOUT);

  tree.delete('nx.json');
  removePlugin(tree);
  expect(tree.exists('nx.json')).toBe(false);
});

it.each(['', '// nothing yet\n'])('begins a file without an object: %j', (text) => {
  const { tree, read } = treeWith(text);

  removePlugin(tree);
  expect(read()).toBe(text);
});
