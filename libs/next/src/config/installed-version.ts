import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The version of the last package. Each is resolved from the previous one; `undefined` if one is not found. */
export function findVersion(from: string, ...names: readonly string[]): string | undefined {
  try {
    const path = names.reduce((file, name) => createRequire(file).resolve(`${name}/package.json`), from);
    return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/**
 * Whether a package of the application has this version or a newer one. A package that Node does not find from `root`
 * counts as new.
 */
export function isAtLeast(root: string, name: string, ...wanted: readonly number[]): boolean {
  const version = findVersion(join(root, 'package.json'), name);
  if (version === undefined) return true;
  const found = version.split('.').map((part) => Number.parseInt(part, 10));
  for (const [index, part] of wanted.entries()) if (found[index] !== part) return (found[index] ?? 0) > part;
  return true;
}
