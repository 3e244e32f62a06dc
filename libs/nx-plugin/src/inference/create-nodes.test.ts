import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createNodes, createNodesV2, type PluginOptions } from './create-nodes.ts';

let workspaceRoot: string;
beforeEach(() => {
  workspaceRoot = mkdtempSync(join(tmpdir(), 'adit-nx-'));
});
afterEach(() => rmSync(workspaceRoot, { recursive: true, force: true }));

/** The projects that the plugin infers from these files; the last one is an `adit.config`. */
async function infer(files: Record<string, string>, options?: PluginOptions) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspaceRoot, path)), { recursive: true });
    writeFileSync(join(workspaceRoot, path), text);
  }
  const results = await createNodes[1]([Object.keys(files).at(-1)!], options, {
    workspaceRoot,
    nxJsonConfiguration: {},
  });
  return results[0]![1].projects;
}

it('adds the doctor, the budget and the tunnel server to a project with an adit.config', async () => {
  const config = `export default defineAdit({ monitoring: { tunnelPath: '/amber-lantern' } });`;

  expect(await infer({ 'apps/shop/package.json': '{}', 'apps/shop/adit.config.ts': config })).toEqual({
    'apps/shop': {
      targets: {
        'adit-doctor': {
          command: 'adit doctor --app apps/shop',
          options: { cwd: '{workspaceRoot}' },
          cache: false,
          metadata: expect.anything(),
        },
        'adit-budget': {
          command: 'adit budget',
          options: { cwd: 'apps/shop' },
          dependsOn: ['build'],
          cache: false,
          metadata: expect.anything(),
        },
        tunnel: {
          command: 'adit-tunnel',
          options: { cwd: 'apps/shop', env: { ADIT_PATH: '/amber-lantern' } },
          continuous: true,
          metadata: expect.anything(),
        },
      },
    },
  });
});

it.each([
  ['has none', 'export default defineAdit({});'],
  ['computes it', 'export default defineAdit({ monitoring: { tunnelPath: `/${name}` } });'],
  ['takes it from elsewhere', 'export default defineAdit({ monitoring: { tunnelPath } });'],
])('lets the tunnel server use its default path if the configuration %s', async (_case, config) => {
  const projects = await infer({ 'apps/shop/project.json': '{}', 'apps/shop/adit.config.mjs': config });

  expect(projects?.['apps/shop']?.targets?.tunnel?.options).toEqual({ cwd: 'apps/shop' });
});

it('finds the configuration in src, and the project in the root of the workspace', async () => {
  expect(
    Object.keys((await infer({ 'web/package.json': '{}', 'web/src/adit.config.ts': '' })) ?? {}),
  ).toEqual(['web']);
  expect(Object.keys((await infer({ 'package.json': '{}', 'adit.config.ts': '' })) ?? {})).toEqual(['.']);
});

it('says how the doctor mends what it finds', async () => {
  const projects = await infer({ 'web/package.json': '{}', 'web/adit.config.ts': '' });

  expect(projects?.web?.targets?.['adit-doctor']?.metadata).toMatchObject({
    description: expect.stringContaining('--fix --yes'),
    help: { command: 'npx adit doctor --help', example: { args: ['--fix', '--yes'] } },
  });
});

it('takes names for the tasks', async () => {
  const options = { doctorTargetName: 'check', budgetTargetName: 'drive', tunnelTargetName: 'serve-tunnel' };
  const projects = await infer({ 'web/package.json': '{}', 'web/adit.config.ts': '' }, options);

  expect(Object.keys(projects?.web?.targets ?? {})).toEqual(['check', 'drive', 'serve-tunnel']);
});

it('infers nothing in a folder that is no project', async () => {
  expect(await infer({ 'docs/adit.config.ts': '' })).toBeUndefined();
});

it('has the name that Nx 22 looks for, too', () => {
  expect(createNodesV2).toBe(createNodes);
});
