import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figuresList } from './figures.ts';

const BLOCK = /(<!-- figures: npx nx figures docs -->\n\n)[\s\S]*?(\n\n<!-- end of figures -->)/;

/**
 * README.md with the figures of the benchmark documents. Throws if it has no place for them, or a figure is missing.
 */
export function withFigures(readme: string, documents: ReadonlyMap<string, string>): string {
  if (!BLOCK.test(readme)) throw new Error('README.md has no place for the figures');
  const read = (name: string): string => documents.get(`docs/benchmarks/${name}.md`) ?? '';
  const list = figuresList({ client: read('client'), tunnel: read('tunnel'), outage: read('outage') });
  return readme.replace(BLOCK, (_, begin: string, end: string) => begin + list + end);
}

/** Writes the figures of the benchmark documents into README.md. */
export function writeFigures(root: string): void {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const names = ['client', 'tunnel', 'outage'].map((name) => `docs/benchmarks/${name}.md`);
  const documents = new Map(names.map((path) => [path, read(path)]));
  writeFileSync(join(root, 'README.md'), withFigures(read('README.md'), documents));
}
