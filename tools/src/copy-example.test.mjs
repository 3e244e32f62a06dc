import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyExample, EXAMPLES, overlayOf } from './copy-example.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

const overlays = readdirSync(EXAMPLES)
  .filter((name) => existsSync(join(EXAMPLES, name, 'overlay.json')))
  .map((name) => ({ name, ...overlayOf(name) }));

const folder = temporaryFolder();

const filesOf = (root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .sort();

describe('the examples that are overlays', () => {
  it('are nine, and lie on a whole example', () => {
    expect(overlays).toHaveLength(9);
    for (const { of: base } of overlays) expect(overlayOf(base)).toBeUndefined();
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
      expect(repeated).toEqual([]);
      expect(without.filter((path) => !existsSync(join(EXAMPLES, base, path)))).toEqual([]);
    });
  }

  it('are copied whole', () => {
    const copy = join(folder, 'pages');
    copyExample('next-16-pages', copy);
    expect(filesOf(copy).filter((path) => !path.startsWith('pages/'))).toEqual([
      'README.md',
      'adit.config.ts',
      'components/throw-button.tsx',
      'instrumentation-client.ts',
      'instrumentation.ts',
      'next.config.ts',
      'package.json',
      'tsconfig.json',
    ]);
    expect(readFileSync(join(copy, 'README.md'), 'utf8')).toContain('Pages Router');
  });
});
