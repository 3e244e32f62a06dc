import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { copyExample, EXAMPLES, overlayOf } from './copy-example.mjs';

const overlays = readdirSync(EXAMPLES)
  .filter((name) => existsSync(join(EXAMPLES, name, 'overlay.json')))
  .map((name) => ({ name, ...overlayOf(name) }));

const folder = mkdtempSync(join(tmpdir(), 'adit-overlays-'));
after(() => rmSync(folder, { recursive: true }));

const filesOf = (root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .sort();

describe('the examples that are overlays', () => {
  it('are nine, and lie on a whole example', () => {
    assert.equal(overlays.length, 9);
    for (const { of: base } of overlays) assert.equal(overlayOf(base), undefined);
  });

  for (const { name, of: base, without } of overlays) {
    it(`${name} repeats no file, and leaves out nothing that is missing`, () => {
      const repeated = filesOf(join(EXAMPLES, name)).filter((path) => {
        const below = join(EXAMPLES, base, path);
        // Its manifest says how it is built, and by which Node.
        return (
          path !== 'package.json' &&
          existsSync(below) &&
          readFileSync(below).equals(readFileSync(join(EXAMPLES, name, path)))
        );
      });
      assert.deepEqual(repeated, []);
      for (const path of without) assert.ok(existsSync(join(EXAMPLES, base, path)), path);
    });
  }

  it('are copied whole', () => {
    const copy = join(folder, 'pages');
    copyExample('next-16-pages', copy);
    assert.deepEqual(
      filesOf(copy).filter((path) => !path.startsWith('pages/')),
      [
        'README.md',
        'adit.config.ts',
        'components/throw-button.tsx',
        'instrumentation-client.ts',
        'instrumentation.ts',
        'next.config.ts',
        'package.json',
        'tsconfig.json',
      ],
    );
    assert.match(readFileSync(join(copy, 'README.md'), 'utf8'), /Pages Router/);
  });
});
