import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findImportCircles, findImportCirclesBelow, modulesBelow } from './import-circles.mjs';
import { workspaceRoot } from './workspace-root.mjs';

const LIBS = join(workspaceRoot(), 'libs');
const libraries = readdirSync(LIBS).filter((name) => existsSync(join(LIBS, name, 'src')));

it.each(libraries)('no module of libs/%s/src imports itself through others, types included', (name) => {
  const folder = join(LIBS, name, 'src');
  expect(modulesBelow(folder).length).toBeGreaterThan(2);
  const circles = findImportCirclesBelow(folder).map((circle) =>
    circle.map((path) => relative(folder, path)),
  );
  expect(circles).toEqual([]);
});

it('finds circles of every kind of import that runs at once (control)', () => {
  const kinds = [
    "import { a } from './a.ts';",
    "import type { A } from './a.ts';",
    "export * from './a.ts';",
    "export type { A } from './a.ts';",
  ];
  for (const back of kinds) {
    const modules = new Map([
      ['/start.ts', "import './a.ts';"],
      ['/a.ts', "import { b } from './b/b.ts';\nimport 'react';"],
      ['/b/b.ts', back.replace('./a.ts', '../a.ts')],
    ]);
    expect(findImportCircles(modules)).toEqual([['/a.ts', '/b/b.ts', '/a.ts']]);
    expect(findImportCircles(modules.set('/b/b.ts', "// import '../a.ts';"))).toEqual([]);
  }
});

it('an import that runs later closes no circle', () => {
  const later = "const { b } = await import('./b.ts');";
  const back = "import { a } from './a.ts';";
  const circlesOf = (there) =>
    findImportCircles(
      new Map([
        ['/a.ts', there],
        ['/b.ts', back],
      ]),
    );
  expect(circlesOf(later)).toEqual([]);
  expect(circlesOf(`${later}\nimport type { B } from './b.ts';`)).toEqual([['/a.ts', '/b.ts', '/a.ts']]);
});
