// `node tools/src/lint.mjs`: lints the workspace: oxlint has the rules that need types, ESLint the others. With a folder,
// lints that project; or nothing, if the workspace was linted and only documents have changed since then.
import { execSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './projects.mjs';

/** The state of the files with which the whole workspace was last linted. */
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
const passes = (linter) =>
  spawnSync('npx', [linter, folder ?? '.'], { cwd: ROOT, stdio: 'inherit' }).status === 0;
const passed = [passes('oxlint'), passes('eslint')].every(Boolean);
if (!folder && passed) writeFileSync(PASSED, state);
process.exit(passed ? 0 : 1);
