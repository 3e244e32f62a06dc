import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectSite } from '../collect/collect.ts';
import { listOf } from '../collect/lists.ts';
import { readDocuments } from '../collect/repository.ts';
import { sentenceOf, tilesOf } from './first-screen.ts';
import { readSettings } from './settings.ts';

/** Texts that pages insert. */
export function insertsOf(documents: ReadonlyMap<string, string>): Map<string, string> {
  const readme = documents.get('README.md') ?? '';
  return new Map([
    ['sentence', sentenceOf(readme)],
    ['tiles', tilesOf(readme)],
    ['decisions', listOf('docs/decisions', documents)],
    ['benchmarks', listOf('docs/benchmarks', documents)],
  ]);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Writes the pages and pictures of the site to `out`. Keeps the generated reference. */
export function writeSite(root: string, out: string, env: NodeJS.ProcessEnv): number {
  const documents = readDocuments(root);
  const { repositoryUrl } = readSettings(env);
  const { pages, assets } = collectSite({
    documents,
    inserts: insertsOf(documents),
    ...(repositoryUrl && { repositoryUrl }),
  });
  for (const [path, markdown] of pages) write(join(out, path), markdown);
  for (const [path, source] of assets) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    copyFileSync(join(root, source), join(out, path));
  }
  return pages.size;
}

/** Removes the output of an earlier build. */
export const emptySite = (out: string): void => rmSync(out, { recursive: true, force: true });
