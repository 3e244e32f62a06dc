/** @jest-environment node */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { readBuild } from './read-build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adit-read-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it.each([
  ['finds the start in the browser', 'browser/client.ts', true],
  ['does not take the root for it (control)', 'root/client-root.tsx', false],
])('%s in the code that browsers load', async (_what, file, expected) => {
  await build({
    entryPoints: [join(__dirname, '../..', file)],
    outdir: join(root, '.next/static/chunks'),
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    jsx: 'automatic',
    conditions: ['@adit/source'],
    external: ['react', 'next', '@sentry/*'],
  });
  expect(readBuild(root, join(root, '.next')).hasClient).toBe(expected);
});
