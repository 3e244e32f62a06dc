import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { expect, it } from '@jest/globals';
import * as plugin from './index.ts';

const read = (path: string): string => readFileSync(join(__dirname, '..', path), 'utf8');
const README = read('README.md');
const { generators } = JSON.parse(read('generators.json')) as {
  generators: Record<string, { factory: string; schema: string }>;
};
const COMMANDS = /```sh\n([\s\S]*?)```/
  .exec(README)![1]!
  .trim()
  .split('\n')
  .map((line) => line.replace(/\s*#.*/, ''));

it('its first lines set up the applications of a workspace, and take Adit out again', async () => {
  const tree = createTreeWithEmptyWorkspace({ layout: 'apps-libs' });
  tree.write('apps/shop/package.json', '{ "name": "shop", "dependencies": { "next": "16.4.5" } }');
  tree.write('apps/shop/app/page.tsx', 'export default () => null;\n');
  const states: boolean[] = [];
  for (const line of COMMANDS) {
    const [, name, all] = /nx g @adit\/nx:(\S+)(?: (--all))?/.exec(line) ?? [];
    if (name === undefined || line.includes('--dry-run')) continue;
    const factory = generators[name]!.factory.split('#')[1] as 'setupGenerator';
    await plugin[factory](tree, { all: all !== undefined, skipFormat: true });
    states.push(tree.exists('apps/shop/adit.config.mjs'));
  }
  expect(states).toEqual([true, false]);
});

it('names every generator and option, and each has its function', () => {
  for (const [name, { factory, schema }] of Object.entries(generators)) {
    const { properties } = JSON.parse(read(schema)) as { properties: Record<string, unknown> };
    expect(README).toContain(`\`${name}\``);
    for (const option of Object.keys(properties)) expect(README).toContain(`\`--${option}\``);
    const [path, exported = ''] = factory.split('#');
    expect(path).toBe(`./dist/generators/${name}`);
    expect(plugin).toHaveProperty(exported);
  }
});
