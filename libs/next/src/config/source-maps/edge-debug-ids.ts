import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NextConfig } from 'next';

/** The edge's chunks in the folder of the build. */
const FOLDER = join('server', 'edge');

const MAP_COMMENT = /\n\/\/# sourceMappingURL=(\S+)\s*$/;

/**
 * Adds debug ids to the edge's chunks and their source maps before Sentry's step uploads them. Turbopack writes them
 * into all chunks except these. If it writes none at all, nothing is done, because Sentry's step then writes them into
 * all.
 */
export function addEdgeDebugIds(config: NextConfig): NextConfig {
  const { compiler, turbopack } = config;
  if (turbopack?.debugIds !== true) return config;
  return {
    ...config,
    compiler: {
      ...compiler,
      runAfterProductionCompile: async (metadata) => {
        for (const file of chunksIn(join(metadata.distDir, FOLDER))) giveDebugId(file);
        await compiler?.runAfterProductionCompile?.(metadata);
      },
    },
  };
}

function chunksIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(folder, name));
  } catch {
    // An application without edge code, or built with webpack.
    return [];
  }
}

function giveDebugId(file: string): void {
  const code = readFileSync(file, 'utf8');
  const url = MAP_COMMENT.exec(code)?.[1];
  if (url === undefined) return;
  const mapFile = join(dirname(file), decodeURIComponent(url));
  if (!existsSync(mapFile)) return;
  const given = withDebugId(code, readFileSync(mapFile, 'utf8'));
  if (given === undefined) return;
  writeFileSync(file, given.code);
  writeFileSync(mapFile, given.map);
}

/**
 * Returns a chunk and its source map with a debug id, as Turbopack writes them; `undefined` if they have one. The same
 * build gets the same ids. The addition follows the code, so that all positions of the map stay correct.
 */
export function withDebugId(code: string, map: string): { code: string; map: string } | undefined {
  if (code.includes('\n//# debugId=') || !map.startsWith('{')) return undefined;
  const hash = createHash('sha256').update(code).update(map).digest('hex');
  const id = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
  const known = `;!function(){try{var e=globalThis,n=(new e.Error).stack;n&&((e._debugIds||(e._debugIds={}))[n]="${id}")}catch(e){}}();`;
  return {
    code: code.replace(MAP_COMMENT, (comment) => `\n${known}\n//# debugId=${id}${comment}`),
    map: map.replace('{', `{"debugId":"${id}",`),
  };
}
