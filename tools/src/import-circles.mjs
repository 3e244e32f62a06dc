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

/**
 * The relative imports and re-exports of `path`, as written and as absolute path; type imports count. `isLater`: by the
 * function `import`, which runs when all modules around it have run.
 */
export function importsOf(path, text) {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName: name, pos }) => ({
      name,
      path: resolve(dirname(path), name),
      isLater: /\bimport\s*\(\s*['"]?$/.test(text.slice(0, pos + 1)),
    }));
}

/**
 * Circles of relative imports among `modules`, a map from absolute path to source text. Each circle lists its modules
 * from one of them back to itself. Empty if there are no circles; otherwise at least one circle of every group of
 * modules that import each other. Imports that run later do not count: a chunk of its own may need the chunk that loads it.
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
    for (const next of importsOf(path, text)) if (!next.isLater) visit(next.path);
    trail.pop();
    isDone.add(path);
  }

  for (const path of modules.keys()) visit(path);
  return circles;
}

/** {@link findImportCircles} of the files below `folder`. */
export const findImportCirclesBelow = (folder) =>
  findImportCircles(new Map(modulesBelow(folder).map((path) => [path, readFileSync(path, 'utf8')])));
