import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programSiteOf } from './llms.ts';

/** Writes `llms.txt`, `llms-full.txt` and the Markdown of each page of the site beside its built pages. */
export function writeLlms(site: string, dist: string, base: string): void {
  const { index, full, pages } = programSiteOf(readPages(site), base);
  const files = [['llms.txt', index] as const, ['llms-full.txt', full] as const, ...pages];
  for (const [path, text] of files) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), text);
  }
}

/** The pages of the written site, with those of the reference: path → Markdown. */
function readPages(site: string): Map<string, string> {
  const paths = readdirSync(site, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && !path.startsWith('public/'));
  return new Map(paths.map((path) => [path, readFileSync(join(site, path), 'utf8')]));
}
