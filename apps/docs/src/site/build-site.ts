import { join } from 'node:path';
import { build } from 'vitepress';
import { checkPages, readBuiltPages } from '../check/links.ts';
import { writeLlms } from '../llms/write-llms.ts';
import { writeReference } from '../reference/write-reference.ts';
import { readSettings } from './settings.ts';
import { emptySite, writeSite } from './write-site.ts';

/** The host of a build. */
export interface BuildHost {
  readonly env: NodeJS.ProcessEnv;
  /** Runs a step and returns what it wrote to `console.warn`. */
  readonly warningsOf: (step: () => Promise<void>) => Promise<readonly string[]>;
}

/**
 * Builds the site to `dist`, and returns a line that describes the result. Throws if VitePress or typedoc has a
 * warning, if a link of a built page is broken, or if a file name is invalid on some system.
 */
export async function buildSite(project: string, { env, warningsOf }: BuildHost): Promise<string> {
  const root = join(project, '../..');
  const site = join(project, '.site');
  const { base } = readSettings(env);
  emptySite(site);
  const documents = writeSite(root, site, env);
  const modules = await writeReference(root, join(site, 'reference'));

  const warnings = await warningsOf(() => build(project));
  if (warnings.length > 0) throw new Error(`VitePress has warnings:\n${warnings.join('\n')}`);

  writeLlms(site, join(project, 'dist'), base);
  const { broken, links } = checkPages(readBuiltPages(join(project, 'dist')), base);
  if (broken.length > 0)
    throw new Error(`links or names of the built site are broken:\n${broken.join('\n')}`);
  return `${documents} documents and ${modules} entry points; ${links} internal links and sources checked`;
}
