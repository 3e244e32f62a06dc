import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';
import { findFile } from './application-files.ts';
import { readName } from './read-name.ts';
import { rangeOf, readManifest } from './read-manifest.ts';

/** The frameworks that `@adit/kits` sets up: the package that shows each, and the file that configures its build. */
export const FRAMEWORKS = {
  'react-router': { title: 'React Router', dependency: '@react-router/dev', config: 'vite.config' },
  'tanstack-start': { title: 'TanStack Start', dependency: '@tanstack/react-start', config: 'vite.config' },
  sveltekit: { title: 'SvelteKit', dependency: '@sveltejs/kit', config: 'vite.config' },
} as const;

export type Framework = keyof typeof FRAMEWORKS;

const NAMES = Object.keys(FRAMEWORKS) as readonly Framework[];

/** An application of a framework other than Next. Paths are relative to the repository's root. */
export interface KitApplication {
  readonly framework: Framework;
  /** Its folder; `''` if it is the repository's root. */
  readonly folder: string;
  /** The name in its `package.json`, without the scope; else the folder's, else `app`. */
  readonly name: string;
  /** Its own `package.json`. */
  readonly manifest: string;
  /** The file that configures its build. */
  readonly config: string;
  /** TypeScript if there is a `tsconfig.json`. */
  readonly language: 'ts' | 'js';
}

/** Reads the application of a folder whose own `package.json` names a framework; `undefined` if there is none. */
export function readKitApplication(files: ReadableFiles, folder: string): KitApplication | undefined {
  const manifest = joinPath(folder, 'package.json');
  const named = readManifest(files, manifest);
  for (const framework of NAMES) {
    const { dependency, config: name } = FRAMEWORKS[framework];
    const config = findFile(files, [folder], name, ['ts', 'mts', 'js', 'mjs', 'cjs', 'cts']);
    if (rangeOf(named, dependency) === undefined || config === undefined) continue;
    const language = files.exists(joinPath(folder, 'tsconfig.json')) ? 'ts' : 'js';
    return { framework, folder, name: readName(files, folder), manifest, config, language };
  }
  return undefined;
}
