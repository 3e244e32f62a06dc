// What each entry weighs, all of its exports together, and its peers, bundled and minified by esbuild, gzip -9.
import { gzipSync } from 'node:zlib';
import { bundle } from './shared.mjs';

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
  const code = await bundle({
    source: `export * from '${entry}'; import '${entry}';`,
    minify: true,
    jsx: 'automatic',
    external: ['react', 'next'],
  });
  return gzipSync(code, { level: 9 }).length;
}

/** One row for each entry of ours and each peer. */
export async function measureSizes() {
  const rows = [];
  for (const entry of [...ENTRIES, ...PEERS])
    rows.push({ entry, ours: entry.startsWith('@adit/'), bytes: await sizeOf(entry) });
  return rows;
}
