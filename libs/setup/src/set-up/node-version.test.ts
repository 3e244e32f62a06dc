import { expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { readRepository } from '@adit/codebase';
import { planSetup } from './plan-setup.ts';

function stepsOf(files: Record<string, string>, fields: object = {}) {
  const all = memoryFiles({
    'package.json': '{ "workspaces": ["apps/*"] }',
    'apps/web/package.json': JSON.stringify({ ...fields, dependencies: { next: '16.2.0', react: '19.2.0' } }),
    'apps/web/app/layout.tsx':
      'export default function L({ children }) {\n  return <body>{children}</body>;\n}\n',
    ...files,
  });
  const { changes, steps } = planSetup(readRepository(all), all);
  expect(changes).not.toEqual([]);
  return steps.flatMap(({ path, byHand }) => (byHand ? [`${path}: ${byHand.why}, ${byHand.snippet}`] : []));
}

it('names each file that says that Node is too old', () => {
  const files = {
    '.nvmrc': 'v16.18.0\n',
    'apps/web/.node-version': '22.11.0',
    Dockerfile: '# ours\nFROM --platform=linux/amd64 node:18-alpine AS build\n',
  };
  expect(stepsOf(files, { engines: { node: '18.x' } })).toEqual([
    'apps/web/.node-version: it names Node 22.11.0, 22',
    '.nvmrc: it names Node v16.18.0, 22',
    'Dockerfile: it names Node 18, FROM node:22',
    'apps/web/package.json: it names Node 18.x, "node": "^20.19.0 || >=22.12.0"',
  ]);
});

it('control: names none that may be new enough, or is no version', () => {
  const files = { '.nvmrc': 'lts/*\n', '.node-version': '22', Dockerfile: 'FROM nginx\n' };
  expect(stepsOf(files, { engines: { node: '>=18' } })).toEqual([]);
});
