// Installs an SDK and builds its program, once for each state of the program's folder.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../cache.mjs';
import { installProblem } from './programs.mjs';

export const PROGRAMS = join(import.meta.dirname, 'programs');

function hashOf(folder, steps) {
  const hash = createHash('sha256').update(JSON.stringify(steps));
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const { parentPath, name } of names.sort((a, b) => (a.name < b.name ? -1 : 1)))
    hash.update(name).update(readFileSync(join(parentPath, name)));
  return hash.digest('hex');
}

const installations = new Map();

/**
 * Copies the program's folder into the cache and runs the steps there, unless that was done before.
 * @returns the folder in the cache, or the reason in one line why it failed
 */
export function install(program) {
  const { name } = program;
  if (!installations.has(name)) installations.set(name, installOnce(program));
  return installations.get(name);
}

async function installOnce({ name, steps, env = {} }) {
  const source = join(PROGRAMS, name);
  const folder = join(CACHE, 'sdks', name);
  const stamp = join(folder, 'installed.txt');
  const hash = hashOf(source, steps(folder));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return { folder };
  mkdirSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true });
  const problem = await installProblem(steps(folder), { cwd: folder, env });
  if (problem !== undefined) return { problem };
  writeFileSync(stamp, hash);
  return { folder };
}
