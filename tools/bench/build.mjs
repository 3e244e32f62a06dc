// What the suites build before they measure.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a build, and prints its output only if it fails. @throws Error if it fails */
export function runBuild(what, command, args, cwd = ROOT) {
  console.log(`Building ${what} …`);
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status === 0) return;
  console.error(`${stdout}${stderr}`);
  throw new Error(`${what} cannot be built.`);
}

/** One module from the sources of the libraries: `source` as text, or `entry` as a file. Returns its JavaScript. */
export async function bundle({ source, entry, ...options }) {
  const { outputFiles } = await build({
    ...(entry === undefined ? { stdin: { contents: source, resolveDir: ROOT } } : { entryPoints: [entry] }),
    bundle: true,
    format: 'esm',
    conditions: ['@adit/source'],
    write: false,
    logLevel: 'error',
    ...options,
  });
  return outputFiles[0].text;
}

/** The versions of packages of this repository's node_modules, by name. */
export const versionsOf = (names) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version,
    ]),
  );
