import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { expect, it } from '@jest/globals';
import { transformSync } from '@swc/core';
import * as codebase from '@adit/codebase';
import { memoryFiles } from '@adit/testing';
import * as own from './index.ts';
import { BLOCK_LISTS } from './tunnel-path/rules.ts';

const README = readFileSync(join(__dirname, '../README.md'), 'utf8');
const FENCES = [...README.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);

const setup = { ...codebase, ...own };

const APPLICATION = {
  'package.json': '{ "dependencies": { "next": "16.4.5" } }',
  'tsconfig.json': '{}',
  'app/layout.tsx': 'export default ({ children }) => <html><body>{children}</body></html>;\n',
  'app/error.tsx': 'export default () => null;\n',
};

/** Runs a fence over the files, with the README's imports in scope. */
function run(code: string, files: ReturnType<typeof memoryFiles>): string[] {
  const compiled = transformSync(code, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  }).code;
  const printed: string[] = [];
  const names = ['require', 'exports', 'files', 'console', ...Object.keys(setup)];
  const values = [
    () => setup,
    {},
    files,
    { log: (line: string) => printed.push(line) },
    ...Object.values(setup),
  ];
  const body = compileFunction(compiled, names) as (...scope: unknown[]) => void;
  body(...values);
  return printed;
}

it('sets up an application with its ten lines, and takes Adit out with one more', () => {
  const files = memoryFiles(APPLICATION);
  const [setUp = '', remove = ''] = FENCES;
  expect(setUp.split('\n').length).toBeLessThanOrEqual(12);

  const printed = run(setUp, files);
  expect(files.read('app/layout.tsx')).toContain('<AditRoot>{children}</AditRoot>');
  expect(printed).toContain('app/error.tsx: Reports the error that this screen shows.');
  expect(printed.filter((line) => line.includes('by hand'))).toHaveLength(1);
  expect(printed.at(-1)).toBe('npm install');

  run(remove, files);
  expect(Object.fromEntries(files.contents)).toEqual(APPLICATION);
});

it('says how many rules are known, and since when', () => {
  const rules = BLOCK_LISTS.flatMap((list) => list.rules);
  expect(README).toContain(`some ${Math.round(rules.length / 10) * 10} rules`);
  for (const { read } of BLOCK_LISTS) expect(README).toContain(read);
});
