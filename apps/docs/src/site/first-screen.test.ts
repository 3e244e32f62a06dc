import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentenceOf, tilesOf } from './first-screen.ts';

const README = readFileSync(join(__dirname, '../../../../README.md'), 'utf8');

it('the site begins with the first paragraph of README.md, which is short', () => {
  const sentence = sentenceOf(README);
  expect(sentence).toMatch(/^Adit .*\.$/s);
  expect(sentence.split(/\s+/).length).toBeLessThan(36);
  expect(() => sentenceOf('# Adit\n\n## Two')).toThrow('README.md has no text');
});

it('each figure of README.md is a tile, with all its conditions behind it', () => {
  const tiles = tilesOf(README);
  const figures = [...README.matchAll(/^- \*\*(.+?)\*\* (.+)/gm)].slice(0, 3);
  expect(tiles.match(/<details>/g)).toHaveLength(3);
  for (const [, figure = '', begin = ''] of figures) {
    expect(tiles.replaceAll('\u00a0', ' ')).toContain(`<summary><strong>${figure}</strong>`);
    expect(tiles).toContain(`${figure} ${begin}`);
  }
  expect(tiles).toContain('(docs/benchmarks/outage.md)');
});

it('a README with other figures is refused (control)', () => {
  expect(() => tilesOf(README.replace(/^- \*\*0 of .*\n.*\n/m, ''))).toThrow(
    'README.md has 2 figures, and there are names for 3',
  );
});
