import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-root.mjs';
import { checkMapping, SPECIFICATION_IDS } from './specification-check.mjs';

const ROOT = workspaceRoot();
const readFile = (path) => {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return undefined;
  }
};

it('finds a test for each of the specified behaviours S1 … S37', () => {
  expect(SPECIFICATION_IDS).toHaveLength(37);
  expect(checkMapping({ markdown: readFile('docs/specification.md'), readFile })).toEqual([]);
});

describe('the check itself', () => {
  const files = {
    'a.test.ts': `it('S1 renders', …)`,
    'b.test.ts': `test("S22 and more", …)`,
    'c.test.ts': `it.skip('S1 renders', …)\n// it('S1 renders', …)`,
  };
  const check = (markdown, ids = ['S1', 'S2']) =>
    checkMapping({ markdown, ids, readFile: (path) => files[path] });

  it('accepts a row whose file has a test titled with the id', () => {
    expect(check('| S1 | renders | `a.test.ts` |', ['S1'])).toEqual([]);
  });

  it('reports an id without a row', () => {
    expect(check('| S1 | renders | `a.test.ts` |')).toEqual(['S2 has no row']);
  });

  it('reports a row without a file', () => {
    expect(check('| S1 | renders | later |', ['S1'])).toEqual(['S1 names no test file']);
  });

  it('reports a file that does not exist', () => {
    expect(check('| S1 | renders | `gone.test.ts` |', ['S1'])).toEqual([
      'S1 names gone.test.ts, which does not exist',
    ]);
  });

  it('does not take S22 for S2', () => {
    expect(check('| S2 | renders | `b.test.ts` |', ['S2'])).toEqual([
      'S2 names b.test.ts, which has no test titled "S2 …"',
    ]);
  });

  it('does not count a test that is skipped or commented out', () => {
    expect(check('| S1 | renders | `c.test.ts` |', ['S1'])).toEqual([
      'S1 names c.test.ts, which has no test titled "S1 …"',
    ]);
  });
});
