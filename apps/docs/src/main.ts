// `node out/main.js build|dev|figures`, run by Nx in this folder: writes the site, or serves it while pages change.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vitepress';
import { buildSite } from './site/build-site.ts';
import { writeFigures } from './figures/write-figures.ts';
import { writeSite } from './site/write-site.ts';
import { writeReference } from './reference/write-reference.ts';

const PROJECT = process.cwd();
const ROOT = join(PROJECT, '../..');
const SITE = join(PROJECT, '.site');

async function warningsOf(step: () => Promise<void>): Promise<string[]> {
  const warnings: string[] = [];
  const { warn } = console;
  console.warn = (...parts: unknown[]) => warnings.push(parts.join(' '));
  try {
    await step();
  } finally {
    console.warn = warn;
  }
  return warnings;
}

async function dev(): Promise<void> {
  writeSite(ROOT, SITE, process.env);
  await writeReference(ROOT, join(SITE, 'reference'));
  const server = await createServer(PROJECT);
  await server.listen();
  server.printUrls();
  for (const folder of [
    'docs',
    'apps/docs/pages',
    'libs',
    'apps/tunnel-server',
    'apps/cli',
    'apps/create-adit',
  ])
    watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
      if (name?.endsWith('.md') && !name.includes('node_modules')) writeSite(ROOT, SITE, process.env);
    });
}

const [command] = process.argv.slice(2);
try {
  if (command === 'build') console.log(await buildSite(PROJECT, { env: process.env, warningsOf }));
  else if (command === 'dev') await dev();
  else if (command === 'figures') writeFigures(ROOT);
  else throw new Error(`command is "${command ?? ''}"; accepted: build, dev, figures`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
