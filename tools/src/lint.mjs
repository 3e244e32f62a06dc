// `node tools/src/lint.mjs`: lints the workspace in one process, which builds the types of all projects once. With a folder,
// lints that project; or nothing, if the workspace was linted and only documents have changed since.
import { execSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './projects.mjs';

/** Holds the state of the files that the whole workspace was linted in. */
const PASSED = join(ROOT, 'tools/lint-passed.txt');

const [folder] = process.argv.slice(2);
const { namedInputs } = JSON.parse(readFileSync(join(ROOT, 'nx.json'), 'utf8'));
const [{ runtime }] = namedInputs.repositoryWithoutDocuments;
const state = execSync(runtime, { cwd: ROOT, encoding: 'utf8' });

if (folder && existsSync(PASSED) && readFileSync(PASSED, 'utf8') === state) {
  console.log('Linted with the whole workspace.');
  process.exit(0);
}
if (!folder) rmSync(PASSED, { force: true });
const { status } = spawnSync('npx', ['eslint', folder ?? '.'], { cwd: ROOT, stdio: 'inherit' });
if (!folder && status === 0) writeFileSync(PASSED, state);
process.exit(status ?? 1);
