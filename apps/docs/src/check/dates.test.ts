import { join } from 'node:path';
import { readDocuments } from '../collect/repository.ts';
import { undated } from './dates.ts';

const ROOT = join(__dirname, '../../../..');
const OF_FIGURES = /^docs\/(?:benchmarks\/.+|support)\.md$/;

it('every document of figures says its machine and its day', () => {
  const documents = new Map([...readDocuments(ROOT)].filter(([path]) => OF_FIGURES.test(path)));
  expect(documents.size).toBeGreaterThan(5);
  expect(undated(documents)).toEqual([]);
});

it('finds a table without them, and asks nothing of a text without a table', () => {
  const table = '| a |\n| - |\n| 1 |';
  expect(
    undated(
      new Map([
        ['a.md', table],
        ['b.md', `Measured on 2 cores, 2026-11-24.\n\n${table}`],
        ['c.md', `Measured on 2 cores (AMD EPYC), 2026-11-24.\n\n${table}`],
        ['e.md', `Measured on 2 cores (Intel(R) Xeon(R) Processor), 2026-11-24.\n\n${table}`],
        ['d.md', 'No run yet.'],
      ]),
    ),
  ).toEqual(['a.md', 'b.md']);
});
