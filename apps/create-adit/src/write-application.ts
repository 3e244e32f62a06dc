import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Why a folder cannot take an application; `undefined` if it can. A repository without a commit may be there. */
export function refusalOf(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  if (!statSync(folder).isDirectory()) return `${folder} is a file`;
  const names = readdirSync(folder).filter((name) => name !== '.git');
  return names.length === 0 ? undefined : `${folder} is not empty: it holds ${names.slice(0, 3).join(', ')}`;
}

/** npm does not pack files of this name. */
const GITIGNORE = `node_modules/
/.next/
/.output/
/.nuxt/
/.astro/
/.svelte-kit/
/.react-router/
/.tanstack/
/.adit/
/build/
/dist/
next-env.d.ts
*.tsbuildinfo
.env
.env.*
`;

/** The fields of a template's manifest that are read here. */
export interface Manifest {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines?: { readonly node: string };
}

/** The `package.json` of a folder. */
export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Writes a template into an empty or new folder, under a name. @throws if a file is there already or cannot be written. */
export function writeApplication(template: string, folder: string, name: string, readme: string): void {
  mkdirSync(folder, { recursive: true });
  const filter = (source: string): boolean => source !== join(template, 'package.json');
  cpSync(template, folder, { recursive: true, force: false, errorOnExist: true, filter });
  const files = {
    'package.json': `${JSON.stringify({ ...readManifest(template), name }, null, 2)}\n`,
    '.gitignore': GITIGNORE,
    'README.md': readme,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text, { flag: 'wx' });
}
