// What each entry weighs, all of its exports together, and its peers, bundled and minified by esbuild, gzip -9.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const PEERS = ['quicklink', 'instant.page'];
const ENTRIES = [
  '@adit/router',
  '@adit/router/prefetch',
  '@adit/router/links',
  '@adit/router/fetch',
  '@adit/router/monitors',
  '@adit/router/failures',
  '@adit/router/governor',
  '@adit/router/browser',
  '@adit/router/telemetry',
  '@adit/router/react',
  '@adit/router/next',
];

/** Bytes of one package's entry, everything it exports kept. */
async function sizeOf(entry) {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${entry}'; import '${entry}';`, resolveDir: ROOT },
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    conditions: ['@adit/source'],
    external: ['react', 'next'],
    write: false,
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

/** One row for each entry of ours and each peer. */
export async function measureSizes() {
  const rows = [];
  for (const entry of [...ENTRIES, ...PEERS])
    rows.push({ entry, ours: entry.startsWith('@adit/'), bytes: await sizeOf(entry) });
  return rows;
}
