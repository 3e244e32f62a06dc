// `npm run house`: the size of the libraries, violations of their layers, and unused exports.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findImportCircles, importsOf, modulesBelow } from './import-circles.mjs';
import { upwardArrow } from './layers.mjs';
import { ROOT } from './projects.mjs';
import { publicExports } from './public-exports.mjs';

const TEST = /\.(test|contract|helper)\.|\/testing\//;
const SOURCE = /\.(ts|tsx|mjs|cjs)$/;
const OUTPUT = /\/(node_modules|dist|out-tsc|coverage)\//;

const linesOf = (text) => text.split('\n').length - 1;
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** The imports of a library's shipped modules that point to a row above, as `file → target`. */
export function upwardArrowsOf(modules) {
  return [...modules].flatMap(([path, text]) =>
    importsOf(path, text)
      .filter(({ name }) => upwardArrow(path, name))
      .map(({ name }) => `${relative(ROOT, path)} → ${name}`),
  );
}

/** The measures of one library. */
export function measure(library) {
  const folder = join(ROOT, 'libs', library);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !OUTPUT.test(path));
  const tests = files.filter((path) => TEST.test(path));
  const modules = new Map(
    modulesBelow(join(folder, 'src'))
      .filter((path) => !TEST.test(path))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
  const lengths = [...modules].map(([path, text]) => [linesOf(text), relative(ROOT, path)]);
  return {
    library,
    shipped: lengths.reduce((sum, [lines]) => sum + lines, 0),
    tests: tests.reduce((sum, path) => sum + linesOf(readFileSync(path, 'utf8')), 0),
    median: median(lengths.map(([lines]) => lines)),
    longest: lengths.sort(([a], [b]) => b - a)[0],
    circles: findImportCircles(modules).map((circle) => circle.map((path) => relative(ROOT, path))),
    upward: upwardArrowsOf(modules),
  };
}

/** The libraries that ship, in alphabetical order. */
export const shippedLibraries = () => readdirSync(join(ROOT, 'libs')).filter((name) => name !== 'testing');

function main() {
  const exported = publicExports();
  const measures = shippedLibraries().map(measure);
  console.table(
    measures.map(({ library, shipped, tests, median, longest, circles, upward }) => {
      const own = exported.filter((entry) => entry.library === library);
      return {
        library,
        shipped,
        tests,
        median,
        longest: longest[0],
        circles: circles.length,
        upward: upward.length,
        exports: own.length,
        'without a user': own.filter(({ users }) => users.length === 0).length,
      };
    }),
  );
  const sum = (key) => measures.reduce((total, row) => total + row[key], 0);
  console.log(`in all: ${sum('shipped')} lines shipped, ${sum('tests')} of tests`);
  for (const { longest } of measures) console.log(`longest: ${longest[1]}, ${longest[0]} lines`);
  for (const { circles, upward } of measures) {
    for (const circle of circles) console.log(`circle: ${circle.join(' → ')}`);
    for (const arrow of upward) console.log(`upwards: ${arrow}`);
  }
  const wanted = process.argv.includes('--exports') ? exported : exported.filter((e) => e.users.length === 0);
  for (const { entry, name, users } of wanted) {
    console.log(`${entry.padEnd(34)} ${name.padEnd(32)} ${users.join(', ') || 'nobody'}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
