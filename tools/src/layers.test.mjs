import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Linter } from 'eslint';
import { modulesBelow } from './import-circles.mjs';
import { LAYERS, layerOf, noUpwardImport } from './layers.mjs';
import { workspaceRoot } from './workspace-root.mjs';

const LIBS = join(workspaceRoot(), 'libs');

describe.each(Object.entries(LAYERS))('the layers of %s', (library, rows) => {
  const folder = join(workspaceRoot(), library === 'tunnel-server' ? 'apps' : 'libs', library, 'src');

  it('name every module once, and no folder or file that is gone', () => {
    const names = rows.flatMap((row) => row.split(' '));
    const there = readdirSync(folder)
      .filter((name) => !/\.(test|contract|helper)\./.test(name))
      .map((name) => name.replace(/\.tsx?$/, ''));

    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !there.includes(name))).toEqual([]);
    expect(
      modulesBelow(folder)
        .filter((path) => !/\.(contract|helper)\./.test(path) && layerOf(path).row === undefined)
        .map((path) => relative(folder, path)),
    ).toEqual([]);
  });
});

it('every published library with folders has layers, and so has the tunnel server', () => {
  const layered = readdirSync(LIBS).filter(
    (name) =>
      name !== 'testing' &&
      existsSync(join(LIBS, name, 'src')) &&
      readdirSync(join(LIBS, name, 'src'), { withFileTypes: true }).some((entry) => entry.isDirectory()),
  );

  expect(Object.keys(LAYERS).sort()).toEqual([...layered, 'tunnel-server'].sort());
});

describe('the lint rule', () => {
  const linter = new Linter({ cwd: workspaceRoot() });
  const messagesOf = (file, code) =>
    linter
      .verify(
        code,
        [{ plugins: { adit: { rules: { layers: noUpwardImport } } }, rules: { 'adit/layers': 'error' } }],
        { filename: join(LIBS, file.replace(/\.ts$/, '.js')) },
      )
      .map(({ message }) => message);

  it.each([
    ['an import', "import { a } from '../decoders/decoder.ts';"],
    ['a re-export', "export { a } from '../decoders/decoder.ts';"],
    ['a re-export of everything', "export * from '../decoders/decoder.ts';"],
    ['an import at run time', "export const a = import('../decoders/decoder.ts');"],
  ])('reports %s of a higher row', (_kind, code) => {
    expect(messagesOf('envelope/src/protocol/dsn.ts', code)).toEqual([
      '"protocol" lies below "decoders" in tools/src/layers.mjs.',
    ]);
  });

  it('reports a folder without a row', () => {
    expect(messagesOf('envelope/src/protocol/dsn.ts', "import '../steps/a.ts';")).toEqual([
      '"steps" has no row in tools/src/layers.mjs.',
    ]);
  });

  it('accepts imports of the same row, of lower rows, of packages and of other places', () => {
    const code = "import './a.ts'; import '../clock/b.ts'; import 'undici'; import '../../testing/c.ts';";
    expect(messagesOf('envelope/src/protocol/dsn.ts', code)).toEqual([]);
    expect(messagesOf('tunnel/src/tunnel.ts', "import './redelivery/redelivery.ts';")).toEqual([]);
  });
});
