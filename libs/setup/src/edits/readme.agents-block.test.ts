import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { AGENTS_BLOCK } from './agents-block.ts';

const LIBS = join(__dirname, '../../..');

it('names documents that are packed', () => {
  const named = [...AGENTS_BLOCK.matchAll(/@adit\/([\w-]+)\/([\w./-]+\.md)/g)];
  expect(named.length).toBeGreaterThan(5);
  const packed = new Map(
    [...new Set(named.map(([, name = '']) => name))].map((name) => [name, packedPaths(name)]),
  );
  const missing = named.filter(([, name = '', path = '']) => !packed.get(name)?.includes(path));

  expect(missing.map(([path]) => path)).toEqual([]);
  // Control: what is not packed is noticed.
  expect(packed.get('next')).not.toContain('src/readme.test.ts');
});

it('names the same packages that @adit/next installs', () => {
  const manifest = JSON.parse(readFileSync(join(LIBS, 'next/package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const named = [...AGENTS_BLOCK.matchAll(/`(@adit\/[\w-]+)\/[\w./-]+\.md`/g)].map(([, name = '']) => name);

  expect(named.filter((name) => name !== '@adit/next' && !(name in manifest.dependencies))).toEqual([]);
});

/** The paths in the tarball of a library. */
function packedPaths(name: string): readonly string[] {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: join(LIBS, name),
    encoding: 'utf8',
    maxBuffer: 16 << 20,
  });
  const [{ files = [] } = {}] = JSON.parse(printed) as { files?: { path: string }[] }[];
  return files.map(({ path }) => path);
}
