import { describe, expect, it } from '@jest/globals';
import { textOf } from '../../testing/round-trip.helper.ts';
import { addToConfig, type KitList, takeFromConfig } from './kit-config.ts';

const VITE: KitList = { module: '@adit/kits/vite', list: 'plugins' };
const add = (text: string) => addToConfig(VITE, 'vite.config.ts', text, 'Shop');
const take = (text: string) => takeFromConfig(VITE, 'vite.config.ts', text);
const IMPORT = "import { adit } from '@adit/kits/vite';\n";
const HEAD = "import { a } from 'a';\n";

describe('writes the plugin, and takes it out again', () => {
  it.each([
    [
      'a call',
      'export default defineConfig({ plugins: [a()] });\n',
      "export default defineConfig({ plugins: [adit({ siteName: 'Shop' }), a()] });\n",
    ],
    [
      'lines with comments',
      'export default {\n  plugins: [\n    // The first.\n    a(),\n    b(),\n  ],\n};\n',
      "export default {\n  plugins: [\n    adit({ siteName: 'Shop' }),\n    // The first.\n    a(),\n    b(),\n  ],\n};\n",
    ],
    [
      'a function',
      'export default defineConfig(({ mode }) => ({ plugins: [a(mode)] }));\n',
      "export default defineConfig(({ mode }) => ({ plugins: [adit({ siteName: 'Shop' }), a(mode)] }));\n",
    ],
    [
      'a constant with a type',
      'const config: UserConfig = { plugins: [a()] };\n\nexport default config;\n',
      "const config: UserConfig = { plugins: [adit({ siteName: 'Shop' }), a()] };\n\nexport default config;\n",
    ],
    [
      'plugins in a constant',
      'const plugins = [a()];\n\nexport default defineConfig({ plugins });\n',
      "const plugins = [adit({ siteName: 'Shop' }), a()];\n\nexport default defineConfig({ plugins });\n",
    ],
    [
      'an empty list, and another one deeper',
      'export default { worker: { plugins: () => [a()] }, plugins: [] };\n',
      "export default { worker: { plugins: () => [a()] }, plugins: [adit({ siteName: 'Shop' })] };\n",
    ],
  ])('%s', (_name, before, after) => {
    expect(textOf(add(HEAD + before))).toBe(HEAD + IMPORT + after);
    expect(add(HEAD + IMPORT + after)).toEqual({ kind: 'same' });
    expect(textOf(take(HEAD + IMPORT + after))).toBe(HEAD + before);
  });

  it('in the style of the file', () => {
    expect(textOf(add('import { a } from "a"\nexport default { plugins: [a()] }\n'))).toBe(
      'import { a } from "a"\nimport { adit } from "@adit/kits/vite"\nexport default { plugins: [adit({ siteName: "Shop" }), a()] }\n',
    );
  });
});

it.each([
  ['export default defineConfig({});\n', 'its list of plugins has a shape that is not known'],
  ['export default { worker: { plugins: [a()] } };\n', 'its list of plugins has a shape that is not known'],
  ['export default { plugins: pluginsOf() };\n', 'its list of plugins has a shape that is not known'],
  [
    'export default () => { return { plugins: [] }; };\n',
    'its list of plugins has a shape that is not known',
  ],
  ['module.exports = { plugins: [a()] };\n', 'its list of plugins has a shape that is not known'],
  ['const adit = 1;\nexport default { plugins: [] };\n', 'it has an adit of its own'],
  ['export default { plugins: [a() };\n', 'the file has an error of syntax'],
  [
    "import { a } from 'a'; export default { plugins: [a()] };\n",
    'there is no line of its own for an import',
  ],
  ['export default null;\n', 'its list of plugins has a shape that is not known'],
  ['const a = 1;\n', 'its list of plugins has a shape that is not known'],
])('leaves %j', (text, why) => {
  expect(add(text)).toEqual({ kind: 'unknown', why });
  expect(take(text).kind).not.toBe('changed');
});

it.each([
  'export default { plugins: [a(), adit()] };\n',
  'export default { plugins: [adit] };\n',
  'export default { plugins: [] };\n',
  'export default { plugins: plugins(adit()) };\n',
  "import { adit as other } from '@adit/kits/vite';\nexport default { plugins: [adit()] };\n",
  'const kit = adit();\nexport default { plugins: [kit, adit()] };\n',
])('takes nothing out of %j', (text) => {
  expect(take(IMPORT + text)).toEqual({ kind: 'unknown', why: 'it uses adit in a way that is not known' });
});

it('takes nothing out beside another name of the module', () => {
  const text =
    "import { adit, type AditPluginOptions } from '@adit/kits/vite';\nexport default { plugins: [adit()] };\n";
  expect(take(text).kind).toBe('unknown');
});

describe('of Astro', () => {
  const ASTRO: KitList = { module: '@adit/kits/astro', list: 'integrations', mayBeMissing: true };
  const CALL = "adit({ siteName: 'Shop' })";
  const HEAD = "import { defineConfig } from 'astro/config';\n";
  const IMPORT = "import { adit } from '@adit/kits/astro';\n";

  it.each([
    [
      'export default defineConfig({});\n',
      `export default defineConfig({\n  integrations: [${CALL}],\n});\n`,
    ],
    [
      "export default defineConfig({\n  // Ours.\n  output: 'server',\n});\n",
      `export default defineConfig({\n  integrations: [${CALL}],\n  // Ours.\n  output: 'server',\n});\n`,
    ],
    [
      "export default defineConfig({ output: 'server', integrations: [react()] });\n",
      `export default defineConfig({ output: 'server', integrations: [${CALL}, react()] });\n`,
    ],
  ])('writes the integration into %j, and takes it out again', (before, after) => {
    const added = addToConfig(ASTRO, 'astro.config.mjs', HEAD + before, 'Shop');

    expect(textOf(added)).toBe(HEAD + IMPORT + after);
    expect(textOf(takeFromConfig(ASTRO, 'astro.config.mjs', HEAD + IMPORT + after))).toBe(HEAD + before);
  });

  it.each(['{ ...shared }', '{ integrations: listOf() }', "{ ['integrations']: [] }"])(
    'leaves %s',
    (config) => {
      expect(addToConfig(ASTRO, 'astro.config.mjs', `export default ${config};\n`, 'Shop')).toEqual({
        kind: 'unknown',
        why: 'its list of integrations has a shape that is not known',
      });
    },
  );
});

describe('of Nuxt', () => {
  const NUXT: KitList = { module: '@adit/kits/nuxt', list: 'modules', mayBeMissing: true, isNamed: true };
  const ELEMENT = "['@adit/kits/nuxt', { siteName: 'Shop' }]";
  const add = (text: string) => addToConfig(NUXT, 'nuxt.config.ts', text, 'Shop');
  const take = (text: string) => takeFromConfig(NUXT, 'nuxt.config.ts', text);

  it.each([
    [
      'export default defineNuxtConfig({});\n',
      `export default defineNuxtConfig({\n  modules: [${ELEMENT}],\n});\n`,
    ],
    [
      "export default defineNuxtConfig({ modules: ['@nuxt/image'] });\n",
      `export default defineNuxtConfig({ modules: [${ELEMENT}, '@nuxt/image'] });\n`,
    ],
  ])('names the module in %j, and takes it out again', (before, after) => {
    expect(textOf(add(before))).toBe(after);
    expect(add(after)).toEqual({ kind: 'same' });
    expect(textOf(take(after))).toBe(before);
    expect(take(before)).toEqual({ kind: 'same' });
  });

  it.each([
    "export default { modules: ['@nuxt/image', '@adit/kits/nuxt'] };\n",
    "const kit = '@adit/kits/nuxt';\nexport default { modules: ['@adit/kits/nuxt', kit] };\n",
    "export default { modules: modulesOf('@adit/kits/nuxt') };\n",
  ])('takes nothing out of %j', (text) => {
    expect(take(text).kind).toBe('unknown');
    expect(add(text)).toEqual({ kind: 'same' });
  });
});
