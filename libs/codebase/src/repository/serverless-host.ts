import type { ReadableFiles } from '../files.ts';
import { joinPath } from '../join-path.ts';
import type { Application } from './repository.ts';

/** A host without a Node server: it answers the tunnel path only through a route file. */
export interface ServerlessHost {
  readonly name: string;
  readonly path: string;
}

const SERVERLESS = [
  ['vercel.json', 'Vercel'],
  ['.vercel/project.json', 'Vercel'],
  ['netlify.toml', 'Netlify'],
  ['open-next.config.ts', 'OpenNext'],
  ['wrangler.toml', 'Cloudflare'],
  ['wrangler.json', 'Cloudflare'],
  ['wrangler.jsonc', 'Cloudflare'],
  ['amplify.yml', 'Amplify'],
] as const;

/** The serverless host whose file the application or the repository contains. */
export function findServerlessHost(
  files: Pick<ReadableFiles, 'exists'>,
  { folder }: Pick<Application, 'folder'>,
): ServerlessHost | undefined {
  return [...new Set([folder, ''])]
    .flatMap((place) => SERVERLESS.map(([file, name]) => ({ name, path: joinPath(place, file) })))
    .find(({ path }) => files.exists(path));
}
