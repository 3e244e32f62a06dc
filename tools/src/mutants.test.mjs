import { mutantsOf, sample } from './mutants.mjs';

const changes = (text) => mutantsOf(text).map(({ before, after }) => `${before} → ${after}`);

describe('mutantsOf', () => {
  it.each([
    ['a boundary', 'f = a < b;', '< → <='],
    ['an equality', 'f = a === b;', '=== → !=='],
    ['a junction', 'f = a && b;', '&& → ||'],
    ['a negation', 'f = !a;', '!a → a'],
    ['a number', 'f = 60;', '60 → (60 + 1)'],
    ['a truth', 'f = true;', 'true → false'],
    ['a condition', 'if (a) b();', 'a → false && (a)'],
    ['a call', 'b();', 'b(); → ;'],
    ['a choice', 'f = a ? b : c;', 'a ? b : c → c'],
    ['a text', "f(['x']);", "'x' → ''"],
  ])('changes %s', (_, text, change) => {
    expect(changes(text)).toContain(change);
  });

  it('leaves types, imports and joined texts alone', () => {
    expect(changes("import a from 'a';\ntype B = 'b' | 1;\nconst c = 'x' + d;")).toEqual(["'x' → ''"]);
  });

  it('gives the whole text with one place changed, and its line', () => {
    expect(mutantsOf('const a = 1;\nconst b = true;\n')).toEqual([
      { line: 1, before: '1', after: '(1 + 1)', text: 'const a = (1 + 1);\nconst b = true;\n' },
      { line: 2, before: 'true', after: 'false', text: 'const a = 1;\nconst b = false;\n' },
    ]);
  });
});

describe('sample', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);

  it('chooses the same items for the same seed and others for another', () => {
    expect(sample(items, 10, 1)).toEqual(sample(items, 10, 1));
    expect(sample(items, 10, 1)).not.toEqual(sample(items, 10, 2));
  });

  it('chooses no item twice and stops at the last', () => {
    expect(new Set(sample(items, 500, 1)).size).toBe(100);
  });
});
