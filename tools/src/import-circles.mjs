import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const SOURCE = /\.(ts|tsx|mts|mjs)$/;
/** Nothing imports a declaration or a test. */
const LEAF = /\.(d|test)\./;

/** The modules below `folder`, as absolute paths, in alphabetical order. */
export const modulesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !LEAF.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** The relative imports and re-exports of `path`, as written and as absolute path; type imports count. */
export function importsOf(path, text) {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => ({ name, path: resolve(dirname(path), name) }));
}

/**
 * Circles of relative imports among `modules`, a map from absolute path to source text. Each circle lists its modules
 * from one of them back to itself. Empty if there are no circles; otherwise at least one circle of every group of
 * modules that import each other.
 */
export function findImportCircles(modules) {
  const circles = [];
  const isDone = new Set();
  const trail = [];

  function visit(path) {
    if (trail.includes(path)) {
      circles.push([...trail.slice(trail.indexOf(path)), path]);
      return;
    }
    const text = modules.get(path);
    if (isDone.has(path) || text === undefined) return;
    trail.push(path);
    for (const next of importsOf(path, text)) visit(next.path);
    trail.pop();
    isDone.add(path);
  }

  for (const path of modules.keys()) visit(path);
  return circles;
}

/** {@link findImportCircles} of the files below `folder`. */
export const findImportCirclesBelow = (folder) =>
  findImportCircles(new Map(modulesBelow(folder).map((path) => [path, readFileSync(path, 'utf8')])));
