// Packs the library in the current folder as npm would, and checks the tarball with publint and attw.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const folder = mkdtempSync(join(tmpdir(), 'adit-pack-'));
let failed;
try {
  const [{ filename, files }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder], {
      encoding: 'utf8',
    }),
  );
  const tarball = join(folder, filename);
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  const { messages } = await publint({ pkgDir: join(folder, 'package'), pack: false, strict: true });
  for (const message of messages) console.error(formatMessage(message, manifest));

  const paths = files.map(({ path }) => path);
  const missing = ['README.md', 'CHANGELOG.md', 'LICENSE'].filter((name) => !paths.includes(name));
  const stray = paths.filter((path) => /\.(test|contract|helper)\.|tsbuildinfo/.test(path));
  if (missing.length > 0) console.error(`missing in the tarball: ${missing.join(', ')}`);
  if (stray.length > 0) console.error(`does not belong in the tarball: ${stray.join(', ')}`);

  // attw checks how entry points resolve. A package with only commands has none.
  const attw =
    manifest.exports &&
    spawnSync('npx', ['attw', tarball, '--profile', 'esm-only', '--no-emoji'], { encoding: 'utf8' });
  if (attw && attw.status !== 0) console.error(attw.stdout, attw.stderr);

  failed =
    messages.length > 0 ||
    missing.length > 0 ||
    stray.length > 0 ||
    (attw !== undefined && attw.status !== 0);
  if (!failed)
    console.log(
      `${manifest.name}: ${attw ? 'publint and attw are' : 'publint is'} clean (${paths.length} files)`,
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
