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

it('a figure that changes in its document changes README.md (control)', () => {
  const changed = new Map(DOCUMENTS);
  const client = read('docs/benchmarks/client.md');
  const wizard = cellOf(client, 'Bytes', '`@sentry/nextjs`, as its wizard sets it up', 'added KB');
  changed.set('docs/benchmarks/client.md', client.replaceAll(wizard, '12.3'));
  expect(withFigures(read('README.md'), changed)).toContain('instead of 12.3 KB**');
  expect(() => figuresList({ client: '', tunnel: '', outage: '' })).toThrow('no figure under "Bytes"');
  expect(() => withFigures('# Adit', DOCUMENTS)).toThrow('README.md has no place for the figures');
});
