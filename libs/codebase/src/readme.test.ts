import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { runFence } from '@adit/testing/run-fence';

const README = readFileSync(join(__dirname, '../README.md'), 'utf8');

it('the README reads an application, and writes a file', async () => {
  const files = memoryFiles({
    'package.json': '{ "dependencies": { "next": "16.4.5" } }',
    'app/page.js': '',
  });
  const load = (name: string): unknown => (name === 'files' ? { files } : jest.requireActual(name));
  const { logged } = await runFence(README, load as NodeJS.Require, {
    change: (code) => `const { files } = require('files');\n${code}`,
  });

  expect(logged).toEqual([
    ['', '16.4.5', 'npm'],
    ['next/navigation', ['notFound']],
  ]);
  expect(files.read('app/robots.txt')).toBe('User-agent: *\n');
});
