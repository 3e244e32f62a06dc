import { entryPointsOf, versionsOf } from './entry-points.ts';

const EXPORTS = {
  '.': { types: './dist/index.d.ts' },
  './node': { types: './dist/node.d.ts' },
  './texts/*': { types: './dist/texts/*.d.ts' },
  './data.json': {},
  './package.json': './package.json',
};

it('names each entry point with types as applications import it', () => {
  expect(entryPointsOf({ name: '@adit/x', exports: EXPORTS })).toEqual([
    { name: '@adit/x', types: './dist/index.d.ts' },
    { name: '@adit/x/node', types: './dist/node.d.ts' },
    { name: '@adit/x/texts/en', types: './dist/texts/en.d.ts' },
  ]);
});

it('names none that only other packages of ours import', () => {
  const exports = {
    './sentry': { types: './a.d.ts' },
    './sentry-parts': { types: './b.d.ts' },
    './route': { types: './c.d.ts' },
  };
  expect(entryPointsOf({ name: '@adit/next', exports }).map(({ name }) => name)).toEqual([
    '@adit/next/route',
  ]);
});

it('names none of a private package, or of one without exports', () => {
  expect(entryPointsOf({ name: '@adit/x', private: true, exports: EXPORTS })).toEqual([]);
  expect(entryPointsOf({ name: '@adit/x' })).toEqual([]);
});

it('says the version of each published package', () => {
  expect(
    versionsOf([
      { name: '@adit/x', version: '0.1.0' },
      { name: '@adit/testing', version: '0.1.0', private: true },
      { name: '@adit/y', version: '0.2.0' },
    ]),
  ).toBe('@adit/x 0.1.0, @adit/y 0.2.0');
});
