// `npm test [-- SUITE [ARGUMENT…]]`: runs what CI checks, or one suite, in this process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './projects.mjs';
import { SUITES, scriptOf } from './test-suites.mjs';

const [node, , name, ...rest] = process.argv;
const script = scriptOf(name);
if (script === undefined) {
  const names = Object.keys(SUITES).join(', ');
  console.error(`Unknown suite: ${name}. Use ${names}, or none for what CI checks.`);
  process.exit(2);
}
process.argv = [node, join(ROOT, script), ...rest];
await import(pathToFileURL(process.argv[1]));
