// `node tools/src/binary.mjs [FILE]`: the built tunnel server and this Node as one file that needs no Node
// (https://nodejs.org/api/single-executable-applications.html).
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { inject } from 'postject';
import { ROOT } from './projects.mjs';

const SERVER = join(ROOT, 'apps/tunnel-server');
const FILE = join(SERVER, 'out-tsc/adit-tunnel');

/** The text that Node looks for in its own file. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** A file of its own has no package.json beside it. */
const ownVersion = {
  name: 'version',
  setup: ({ onLoad }) =>
    onLoad({ filter: /tunnel-server[/\\]dist[/\\]version\.js$/ }, () => {
      const { version } = JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8'));
      return { contents: `export const VERSION = ${JSON.stringify(version)};` };
    }),
};

/** Without its symbols, Node is 12 % smaller. */
function strip(file) {
  try {
    execFileSync('strip', [file], { stdio: 'ignore' });
  } catch {
    console.warn('strip is missing: the file keeps the symbols of Node.');
  }
}

/** Writes the binary for this system and architecture. */
export async function writeBinary(file) {
  const folder = mkdtempSync(join(tmpdir(), 'adit-binary-'));
  const path = (name) => join(folder, name);
  try {
    await build({
      entryPoints: [join(SERVER, 'dist/main.js')],
      outfile: path('main.cjs'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      minifySyntax: true,
      minifyWhitespace: true,
      plugins: [ownVersion],
      logLevel: 'warning',
    });
    const config = { main: path('main.cjs'), output: path('blob'), disableExperimentalSEAWarning: true };
    writeFileSync(path('sea.json'), JSON.stringify({ ...config, useCodeCache: true }));
    execFileSync(process.execPath, ['--experimental-sea-config', path('sea.json')], { stdio: 'ignore' });
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { force: true });
    copyFileSync(process.execPath, file);
    chmodSync(file, 0o755);
    strip(file);
    await inject(file, 'NODE_SEA_BLOB', readFileSync(path('blob')), { sentinelFuse: FUSE });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = resolve(process.argv[2] ?? FILE);
  await writeBinary(file);
  console.log(file);
}
