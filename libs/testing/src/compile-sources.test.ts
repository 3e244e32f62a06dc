import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileSources } from './compile-sources.ts';

it('compiles a library without its tests, with the entries of its manifest', () => {
  const target = mkdtempSync(join(tmpdir(), 'adit-compiled-'));
  compileSources(target, ['src'], join(__dirname, '..'));
  expect(readFileSync(join(target, 'src/deferred.js'), 'utf8')).toContain('export function deferred');
  expect(existsSync(join(target, 'src/deferred.test.js'))).toBe(false);
  const { type, exports } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as {
    type: string;
    exports: Record<string, string>;
  };
  expect([type, exports['.'], exports['./zstd']]).toEqual(['module', './src/index.js', './src/zstd.js']);
  expect(exports['./package.json']).toBeUndefined();
  rmSync(target, { recursive: true });
});
