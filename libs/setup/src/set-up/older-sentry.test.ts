import { describe, expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { applyPlan, invertPlan, readRepository } from '@adit/codebase';
import { planRemoval } from '../removal/plan-removal.ts';
import { olderSentryCommands } from './older-sentry.ts';
import { planSetup } from './plan-setup.ts';

const PACKAGE = '{\n  "dependencies": {\n    "next": "16.4.5",\n    "react": "19.3.1"\n  }\n}\n';
const APP = { 'package.json': PACKAGE, 'app/layout.js': 'export default () => <html><body /></html>;\n' };
const WORKSPACE = {
  'package.json': '{ "workspaces": ["apps/*"] }',
  'apps/a/package.json': PACKAGE,
  'apps/a/app/layout.js': APP['app/layout.js'],
};

const plan = (contents: Record<string, string>) => {
  const files = memoryFiles(contents);
  const repository = readRepository(files);
  return { files, repository, plan: planSetup(repository, files) };
};

it.each<[string, Record<string, string>, string]>([
  ['npm', { 'package-lock.json': '{}' }, 'npm install @sentry/nextjs@11.0.0'],
  ['pnpm', { 'pnpm-lock.yaml': '' }, 'pnpm add @sentry/nextjs@11.0.0 @sentry/core@11.0.0'],
  ['yarn', { 'yarn.lock': '' }, 'yarn add @sentry/nextjs@11.0.0'],
  ['bun', { 'bun.lock': '' }, 'bun add @sentry/nextjs@11.0.0'],
])('names what installs an older version with %s', (_manager, lock, command) => {
  const { plan: made, repository } = plan({ ...APP, ...lock });

  expect(olderSentryCommands(made, repository)).toEqual([command]);
});

it('names the folder of an application in a workspace', () => {
  const { plan: made, repository } = plan(WORKSPACE);

  expect(olderSentryCommands(made, repository)).toEqual(['cd apps/a && npm install @sentry/nextjs@11.0.0']);
});

describe('control: names nothing', () => {
  it('if the application has its own version', () => {
    const own = PACKAGE.replace('"next"', '"@sentry/nextjs": "11.2.0",\n    "next"');
    const { plan: made, repository } = plan({ ...APP, 'package.json': own });

    expect(made.changes.map(({ path }) => path)).toContain('package.json');
    expect(olderSentryCommands(made, repository)).toEqual([]);
  });

  it('for a removal', () => {
    const { plan: made, repository } = plan(APP);

    expect(olderSentryCommands(invertPlan(made), repository)).toEqual([]);
  });
});

it.each(['11.0.0', '^11.0.0', '~11.0.0'])('a removal takes out what the command has written: %s', (range) => {
  const { files, plan: made } = plan(APP);
  applyPlan(files, made);
  files.write(
    'package.json',
    (files.read('package.json') ?? '').replace(/("@sentry\/nextjs": )"[^"]+"/, `$1"${range}"`),
  );

  const removal = planRemoval(readRepository(files), files);
  applyPlan(files, removal);

  expect(files.read('package.json')).toBe(PACKAGE);
  expect(removal.steps.filter(({ reason }) => reason.startsWith('Leaves'))).toEqual([]);
});
