// Sets up every Next application of real repositories in memory, a second time, and removes Adit again: does the second
// time change anything, and is anything not restored byte for byte? `node tools/src/try-set-up.mjs FOLDER`, with one
// repository in each folder of FOLDER. Versions and the files of Sentry's wizard are replaced: this tests shapes of
// repositories, not refusals of a set-up.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './projects.mjs';

// From their builds: `nx build setup`.
const { applyPlan, createDraft, readRepository } = await import(join(ROOT, 'libs/codebase/dist/index.js'));
const { planRemoval, planSetup } = await import(join(ROOT, 'libs/setup/dist/index.js'));

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** The files of a folder; versions in a manifest are replaced with supported ones. */
function filesOf(root) {
  const pathOf = (path) => join(root, path);
  const isFile = (path) => existsSync(pathOf(path)) && statSync(pathOf(path)).isFile();
  return {
    read: (path) => (isFile(path) ? supported(path, readFileSync(pathOf(path), 'utf8')) : undefined),
    exists: (path) => existsSync(pathOf(path)),
    list: (folder) =>
      existsSync(pathOf(folder)) && statSync(pathOf(folder)).isDirectory()
        ? readdirSync(pathOf(folder), { withFileTypes: true })
            .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
            .sort()
        : [],
  };
}

const supported = (path, text) =>
  path.endsWith('package.json')
    ? text.replace(/("(?:next|react|@sentry\/nextjs)"\s*:\s*)"[^"]*"/g, '$1"*"')
    : text;

const hasErrors = ({ path, after }) =>
  SCRIPT.test(path) &&
  after !== undefined &&
  ts.createSourceFile(
    path,
    after,
    ts.ScriptTarget.Latest,
    false,
    /\.[jt]sx$|\.js$/.test(path) ? ts.ScriptKind.TSX : undefined,
  ).parseDiagnostics.length > 0;

function tryApplication(files, folder) {
  const options = { applications: [folder] };
  const draft = createDraft(files);
  const first = planSetup(readRepository(draft), draft, options);
  const byHand = first.steps.filter((step) => step.byHand);
  applyPlan(draft, first);
  const second = planSetup(readRepository(draft), draft, options);
  applyPlan(draft, planRemoval(readRepository(draft), draft, options));
  return {
    byHand,
    isRefused: first.changes.length === 0,
    wrong: [
      ...first.changes.filter(hasErrors).map(({ path }) => `${path}: error of syntax`),
      ...second.changes.map(({ path }) => `${path}: changes a second time`),
      ...draft.changes().map(({ path }) => `${path}: does not come back`),
    ],
  };
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node tools/src/try-set-up.mjs FOLDER');
const counts = { applications: 0, refused: 0, idempotentAndBack: 0, wrong: 0, byHand: 0 };
for (const name of readdirSync(folder)) {
  const files = filesOf(join(folder, name));
  for (const application of readRepository(files).applications) {
    const { byHand, isRefused, wrong } = tryApplication(files, application.folder);
    counts.applications++;
    counts.byHand += byHand.length;
    if (isRefused) counts.refused++;
    else if (wrong.length === 0) counts.idempotentAndBack++;
    else counts.wrong++;
    for (const line of wrong) console.log(`✖ ${name}/${line}`);
    for (const { path, byHand: hand } of byHand) console.log(`  ${name}/${path}: ${hand.why}`);
  }
}
console.table(counts);
