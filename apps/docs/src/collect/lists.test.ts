import { listOf } from './lists.ts';

const DOCUMENTS = new Map([
  ['docs/decisions/0012-b.md', '# 12. The `house`'],
  ['docs/decisions/0001-a.md', '# 1. First'],
  ['docs/decisions/deep/0002-c.md', '# 2. Below'],
  ['docs/benchmarks/client.md', 'no title'],
]);

it('lists the documents of a folder by title, in order of their names', () => {
  expect(listOf('docs/decisions', DOCUMENTS)).toBe(
    '- [1: First](docs/decisions/0001-a.md)\n- [12: The house](docs/decisions/0012-b.md)',
  );
  expect(listOf('docs/benchmarks', DOCUMENTS)).toBe('- [client](docs/benchmarks/client.md)');
});
