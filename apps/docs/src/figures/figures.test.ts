import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { figuresList } from './figures.ts';
import { cellOf, tablesOf } from './tables.ts';
import { withFigures } from './write-figures.ts';

const ROOT = join(__dirname, '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const DOCUMENTS = new Map(
  ['client', 'tunnel', 'outage'].map((name) => [
    `docs/benchmarks/${name}.md`,
    read(`docs/benchmarks/${name}.md`),
  ]),
);

const TABLE =
  '# One\n\n| a | b | b |\n| --- | --: | --: |\n| **x** | 1 | 2 |\n\n## Two\n\n| c |\n| - |\n| 3 |\n';

it('reads tables with the heading above them, without bold marks', () => {
  expect(tablesOf(TABLE)).toEqual([
    { heading: 'One', columns: ['a', 'b', 'b'], rows: [['x', '1', '2']] },
    { heading: 'Two', columns: ['c'], rows: [['3']] },
  ]);
  expect(tablesOf(`\`\`\`md\n${TABLE}\`\`\`\n`)).toEqual([]);
});

it('finds a cell, and throws for one that is not there', () => {
  expect(cellOf(TABLE, 'One', 'x', 'b')).toBe('1');
  expect(cellOf(TABLE, 'One', 'x', 'b', 2)).toBe('2');
  for (const [heading, row, column] of [
    ['Three', 'x', 'b'],
    ['One', 'y', 'b'],
    ['One', 'x', 'c'],
  ] as const)
    expect(() => cellOf(TABLE, heading, row, column)).toThrow(
      `no figure under "${heading}" in row "${row}", column "${column}"`,
    );
});

it('the head of README.md has the figures of the benchmark documents', () => {
  const readme = read('README.md');
  expect(withFigures(readme, DOCUMENTS)).toBe(readme);
});

describe('what Adit adds to the first load', () => {
  const client = read('docs/benchmarks/client.md');
  const added = (heading: string, row: string, column = 'added KB'): string =>
    `${cellOf(client, heading, row, column)} KB`;
  const FIRST = 'first load, added KB';
  const all = added('All of Adit', 'Adit, nothing to report', FIRST);
  const [turbopack, webpack] = ['Turbopack', 'webpack'].map((bundler) =>
    added('Beside a page without a `global-error`', bundler),
  ) as [string, string];
  const sdk = added('All of Adit', '`@sentry/nextjs`, errors + tracing', FIRST);

  it.each([
    ['README.md', [all, sdk, turbopack, webpack]],
    ['apps/docs/pages/comparison/index.md', [all, sdk, turbopack, webpack]],
    ['apps/docs/pages/migrate/sentry-wizard.md', [all, turbopack, webpack]],
    ['apps/web/src/app/overview.ts', [`${all.replace(' KB', '')} to ${webpack}`, sdk]],
    ['libs/next/README.md', [turbopack, webpack]],
  ])('%s counts all that is installed', (path, figures) => {
    for (const figure of figures) expect(read(path)).toContain(figure);
  });
});

it('a figure that changes in its document changes README.md (control)', () => {
  const changed = new Map(DOCUMENTS);
  const client = read('docs/benchmarks/client.md');
  const sdk = cellOf(client, 'All of Adit', '`@sentry/nextjs`, errors + tracing', 'first load, added KB');
  changed.set('docs/benchmarks/client.md', client.replaceAll(sdk, '12.3'));
  expect(withFigures(read('README.md'), changed)).toContain('instead of 12.3 KB**');
  expect(() => figuresList({ client: '', tunnel: '', outage: '' })).toThrow('no figure under "All of Adit"');
  expect(() => withFigures('# Adit', DOCUMENTS)).toThrow('README.md has no place for the figures');
});
