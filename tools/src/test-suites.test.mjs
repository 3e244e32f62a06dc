import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUITES, scriptOf } from './test-suites.mjs';
import { workspaceRoot } from './workspace-root.mjs';

const ROOT = workspaceRoot();
const npmTest = (...args) =>
  spawnSync(process.execPath, ['tools/src/run-suite.mjs', ...args], { cwd: ROOT, encoding: 'utf8' });

it('runs what CI checks without an argument, and else the suite of that name', () => {
  expect(scriptOf(undefined)).toBe('tools/src/test.mjs');
  expect(scriptOf('packed')).toBe('tools/src/test-packed.mjs');
  expect(Object.values(SUITES).filter((script) => !existsSync(join(ROOT, script)))).toEqual([]);
});

it.each(['paked', 'toString', ''])(
  'lists the suites in one line instead of running the suite "%s"',
  (name) => {
    const { status, stdout, stderr } = npmTest(name);

    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      `Unknown suite: ${name}. Use ${Object.keys(SUITES).join(', ')}, or none for what CI checks.\n`,
    );
  },
);

it('hands further arguments to the suite', () => {
  const { status, stderr } = npmTest('setup', 'no-such-repository');

  expect(status).toBe(2);
  expect(stderr).toMatch(/^There is no repository named no-such-repository\./);
});

it('is what `npm test` runs, and no script of package.json is a second way to a suite', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

  expect(scripts.test).toBe('node tools/src/run-suite.mjs');
  expect(Object.keys(scripts).filter((name) => name.startsWith('test:'))).toEqual([]);
});
