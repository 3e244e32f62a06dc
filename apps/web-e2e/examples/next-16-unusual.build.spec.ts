import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { FOLDER } from './example-test.ts';

test('next build finds the application from the folder above it, and says what it has found', () => {
  const lines = readFileSync(join(FOLDER, 'build.log'), 'utf8').split('\n');
  expect(lines.filter((line) => line.startsWith('Adit: '))).toEqual([
    expect.stringContaining('Source maps are not uploaded'),
    // The name of adit.config, and the release of this package.
    'Adit: Shop is shop@1.0.0; browsers send to /shop-static/monitoring-tunnel/.',
    expect.stringContaining(
      'Found: instrumentation; the start in the browser; AditRoot around 7 of 7 pages; the screens ',
    ),
    'Adit: Nothing is off.',
    'Adit: Keeps the files of this build for tabs that stay open over the next deploys.',
  ]);
});

test('control: next build ends with one line if Next ignores the name of instrumentation', () => {
  test.slow();
  const folder = `${FOLDER}-ignored`;
  const isSource = (path: string): boolean => !/^(?:node_modules|\.next|main)$/.test(basename(path));
  cpSync(FOLDER, folder, { recursive: true, filter: isSource });
  symlinkSync(join(FOLDER, 'node_modules'), join(folder, 'node_modules'));
  renameSync(join(folder, 'instrumentation.page.ts'), join(folder, 'instrumentation.ts'));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'build', '--webpack'],
    { cwd: folder, encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  expect(status).not.toBe(0);
  expect(stdout + stderr).toContain(
    '@adit/next: Next has compiled no instrumentation: the server would report nothing, and its tunnel answer 404; ' +
      'rename instrumentation.ts to instrumentation.page.ts (pageExtensions: page.tsx, page.ts)',
  );
});
