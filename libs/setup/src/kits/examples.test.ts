import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { applyPlan, type Framework, type Plan, readRepository } from '@adit/codebase';
import { memoryFiles } from '@adit/testing';
import { planRemoval } from '../removal/plan-removal.ts';
import { planSetup } from '../set-up/plan-setup.ts';
import { KITS, linesOf } from './kits.ts';

const ROOT = join(import.meta.dirname, '../../../..');

type Texts = Readonly<Record<string, string>>;

/** The files of an example, with the ranges that a set-up writes. */
function readExample(name: string): Texts {
  const folder = join(ROOT, 'examples', name);
  const paths = execFileSync('git', ['ls-files'], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
  const texts = paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const);
  return Object.fromEntries(
    texts.map(([path, text]) => [
      path,
      text
        .replace(/("@adit\/kits": )"[^"]+"/, '$1"^0.1.0"')
        .replace(/("@sentry\/\w+": )"[^"]+"/g, '$1"^11.0.0"'),
    ]),
  );
}

/** The files of an example before its kit. */
const without = (
  texts: Texts,
  changes: Readonly<Record<string, readonly [string, string][] | undefined>>,
): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([path, text]) => {
      if (!(path in changes)) return [[path, text]];
      const pairs = changes[path];
      return pairs ? [[path, pairs.reduce((all, [from, to]) => replaced(all, from, to), text)]] : [];
    }),
  );

function replaced(text: string, from: string, to: string): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}

const PACKAGES: [string, string] = ['    "@adit/kits": "^0.1.0",\n', ''];
const SENTRY: [string, string] = ['    "@sentry/browser": "^11.0.0",\n    "@sentry/node": "^11.0.0",\n', ''];
const VITE: [string, string][] = [
  ["import { adit } from '@adit/kits/vite';\n", ''],
  ["adit({ siteName: 'Shop' }), ", ''],
];

const BEFORE: Readonly<Record<Framework, Parameters<typeof without>[1]>> = {
  'react-router': {
    'package.json': [PACKAGES, SENTRY],
    'vite.config.ts': VITE,
    'app/entry.server.tsx': undefined,
    'app/root.tsx': [
      [
        "export { AditRoot as default, ErrorBoundary } from '@adit/kits/react-router';",
        'export default function App() {\n  return <Outlet />;\n}',
      ],
      ['import { Links, Meta, Scripts', 'import { Links, Meta, Outlet, Scripts'],
    ],
  },
  'tanstack-start': {
    'package.json': [PACKAGES, SENTRY],
    'vite.config.ts': VITE,
    'src/server.ts': undefined,
    'src/start.ts': undefined,
    'src/router.tsx': [
      ["import { withAdit } from '@adit/kits/tanstack-start';\n", ''],
      [
        'withAdit(createRouter({ routeTree, scrollRestoration: true }))',
        'createRouter({ routeTree, scrollRestoration: true })',
      ],
    ],
  },
  nuxt: {
    'package.json': [PACKAGES, SENTRY],
    'nuxt.config.ts': [["  modules: [['@adit/kits/nuxt', { siteName: 'Shop' }]],\n", '']],
  },
  astro: {
    'package.json': [PACKAGES, SENTRY],
    'astro.config.mjs': [
      ["import { adit } from '@adit/kits/astro';\n", ''],
      ["  integrations: [adit({ siteName: 'Shop' })],\n", ''],
    ],
  },
  sveltekit: {
    'package.json': [
      [
        '  "dependencies": {\n    "@adit/kits": "^0.1.0",\n    "@sentry/browser": "^11.0.0",\n    "@sentry/node": "^11.0.0"\n  },\n',
        '',
      ],
    ],
    'vite.config.ts': VITE,
    'src/hooks.server.ts': undefined,
    'src/hooks.client.ts': undefined,
  },
};

/** The files with their imports in order: a set-up writes its own below the others. */
const inOrder = (texts: Iterable<readonly [string, string]>): Texts =>
  Object.fromEntries(
    [...texts].map(([path, text]) => [
      path,
      text.replace(/^(?:import .*\n)+/m, (lines) => lines.match(/.+/g)?.sort().join('\n') ?? ''),
    ]),
  );

const planOf = (files: ReturnType<typeof memoryFiles>): Plan => planSetup(readRepository(files), files);

describe.each(Object.keys(BEFORE) as Framework[])('examples/%s', (framework) => {
  const example = readExample(framework);
  const before = without(example, BEFORE[framework]);

  it('is what a set-up makes of it without its kit, but for what is left to the user', () => {
    const files = memoryFiles(before);
    const plan = planOf(files);
    applyPlan(files, plan);
    const byHand = plan.steps.filter((step) => step.byHand);
    for (const { path, byHand: step } of byHand)
      files.write(path, example[path]?.includes(step?.snippet.trim() ?? '?') ? example[path] : 'wrong lines');

    expect(byHand.map(({ path }) => path)).toEqual(framework === 'react-router' ? ['app/root.tsx'] : []);
    expect(inOrder(files.contents)).toEqual(inOrder(Object.entries(example)));
    expect(planOf(files)).toEqual({ changes: [], steps: [] });
  });

  it('is as before after a removal', () => {
    // While a file uses another package of Adit, the packages of the kit stay.
    const texts = Object.fromEntries(Object.entries(before).filter(([, text]) => !text.includes("'@adit/")));
    const files = memoryFiles(texts);
    applyPlan(files, planOf(files));
    expect(Object.fromEntries(files.contents)).not.toEqual(texts);
    applyPlan(files, planRemoval(readRepository(files), files));

    expect(Object.fromEntries(files.contents)).toEqual(texts);
  });

  it('gets the lines of each file if all exist with other code', () => {
    const { files: rows } = KITS[framework];
    const own = Object.fromEntries(
      rows.map(({ path }) => [
        `${path}.${path === 'app/root' || path === 'src/router' ? 'tsx' : 'ts'}`,
        'export const own = 1;\n',
      ]),
    );
    const files = memoryFiles({ ...before, 'app/entry.server.tsx': 'export const own = 1;\n', ...own });
    const { changes, steps } = planOf(files);

    expect(changes.map(({ path }) => path)).toEqual(['package.json']);
    expect(steps.flatMap(({ byHand }) => byHand?.snippet ?? [])).toEqual(
      rows.map((row) => linesOf(row, 'Shop', true)),
    );
  });
});
