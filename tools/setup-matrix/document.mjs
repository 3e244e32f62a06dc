import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../src/projects.mjs';

const DOCUMENT = join(ROOT, 'docs/benchmarks/setup.md');
/** The rows of the matrix. */
export const RESULTS = join(ROOT, 'docs/benchmarks/setup.json');
/** The rows of third-party repositories. */
export const CHECKOUTS = join(ROOT, 'docs/benchmarks/setup-checkouts.json');

export const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);

/** Writes docs/benchmarks/setup.md from both. */
export function writeDocument() {
  const { run, rows } = readJson(RESULTS);
  writeFileSync(DOCUMENT, `${drawMatrix(rows, run)}\n${drawCheckouts(readJson(CHECKOUTS))}`);
  spawnSync('npx', ['prettier', '--write', DOCUMENT, RESULTS, CHECKOUTS], { cwd: ROOT });
}

const seconds = (value) => (value === undefined ? '–' : `${value.toFixed(1)} s`);
const lines = ({ files, linesAdded, linesRemoved }) =>
  files === undefined ? '–' : `${files} files, +${linesAdded} −${linesRemoved}`;

function wizardCells({ wizard }) {
  if (!wizard) return ['–', '–', '–', '–'];
  const exit = wizard.timedOut ? 'ended by us' : `exit ${wizard.exit}, ${seconds(wizard.seconds)}`;
  const second = wizard.second.files === 0 ? 'nothing' : `${wizard.second.files} files`;
  return [exit, lines(wizard), wizard.builds ? '✔' : '✖', second];
}

const HEAD = [
  ['repository', 'Adit: all holds', 'time of `init`', 'changes', 'build before → after'],
  ['wizard', 'changes', 'builds', 'second run changes'],
].flat();

const line = (cells) => `| ${cells.join(' | ')} |`;

/** The table of the matrix, with the machine and date of the `run`, such as “on 2 cores, 2026-11-24”. */
const drawMatrix = (rows, run) => `# Set-up in other people's repositories

Written by \`npm test -- setup all --wizard --write\` ${run}. Each repository is made by create-next-app or create-nx-workspace from the
registry, then changed as its name says. **All holds** means:

- it builds before
- one \`adit init --yes\` sets it up
- it builds and starts, and an error of the browser and one of the server arrive at ingest
- \`adit doctor\` only finds that no source maps were uploaded
- a second \`init\` changes nothing
- \`adit remove\` gives every file back byte for byte, lock files included. With \`¹\`, the package manager wrote another lock, and the one from Git fits

Rows named "wizard" begin with the files of that version of Sentry's wizard. \`adit convert-sentry\` converts them.

The last four columns are Sentry's wizard 8 in the same repository, before Adit. Its flags name a project, and Enter answers every
question. Times include the install of the packages; the machine did other work meanwhile. Changes leave out lock files.

${line(HEAD)}
${line(HEAD.map(() => '---'))}
${Object.entries(rows)
  .map(([name, row]) =>
    line([
      name,
      row.passed
        ? `✔${row.lockFromGit ? ' ¹' : ''}`
        : `✖ ${row.failure.split('\n')[0].replaceAll('|', '\\|').slice(0, 120)}`,
      seconds(row.setUpSeconds),
      lines(row),
      `${seconds(row.buildBefore)} → ${seconds(row.buildAfter)}`,
      ...wizardCells(row),
    ]),
  )
  .join('\n')}
`;

const verdictOf = ({ isDone, steps, wrong }) => {
  if (wrong.length > 0) return 'wrong';
  if (!isDone) return 'stays as it is';
  return steps.length === 0 ? 'set up' : 'set up, with steps';
};

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

/** The table of repositories that were not made for a test. */
const drawCheckouts = ({ run, rows, ways }) => `## Applications that other people wrote

Written by \`node tools/setup-matrix/checkouts.mjs FOLDER --write\` ${run}. FOLDER has checkouts of public repositories. The script installs and
writes nothing there.

- **Set up**: one command does all of it.
- **With steps**: the command names what is left to do by hand. If a step names packages to upgrade, we followed it, and the row has the new ranges.
- **Stays as it is**: the command changes nothing, and says why.
- **Wrong**: something that the command does not say. An option is lost, a file cannot be parsed, \`adit doctor\` has an error, or a second run or a
  removal changes something. The script compares options by name, so it does not find one that is kept in the wrong place.

| repository | next, react, @sentry/nextjs | command | verdict | steps by hand | wrong |
| --- | --- | --- | --- | --- | --- |
${rows
  .map((row) =>
    line([
      cell(row.application === '' ? row.name : `${row.name} ${row.application}`),
      cell(row.versions.join(', ')),
      row.command,
      verdictOf(row),
      String(row.steps.length),
      cell(row.wrong.join('; ')) || '–',
    ]),
  )
  .join('\n')}

${sumOf(rows)}
${drawWays(ways)}`;

/** The table of those that completed all steps. */
const drawWays = (ways = {}) => {
  const rows = Object.entries(ways);
  if (rows.length === 0) return '';
  return `
### All the way

Written by \`npm test -- setup --checkout PATH --write\`. Each application was installed, set up, built and started. **All holds** means:

- an error of the browser and one of the server arrive at ingest, each once
- an unknown address is a page with status 404
- \`adit doctor\` finds no error
- a second run changes nothing
- \`adit remove\` gives every file back byte for byte, lock file included. With \`¹\`, the package manager wrote another lock, and the one from Git fits

The script replaced DSNs in the code by one of a local ingest.

| repository | next, react, @sentry/nextjs | package manager | command | all holds | changes | build before → after |
| --- | --- | --- | --- | --- | --- | --- |
${rows
  .map(([name, row]) =>
    line([
      cell(name),
      cell((row.versions ?? []).join(', ')),
      row.manager ?? '–',
      row.command ?? '–',
      row.passed ? `✔${row.lockFromGit ? ' ¹' : ''}` : `✖ ${cell(row.failure.split('\n')[0].slice(0, 120))}`,
      lines(row),
      `${seconds(row.buildBefore)} → ${seconds(row.buildAfter)}`,
    ]),
  )
  .join('\n')}
`;
};

const sumOf = (rows) => {
  const count = (verdict) => rows.filter((row) => verdictOf(row) === verdict).length;
  const right = count('set up') + count('set up, with steps');
  const staying = rows.filter((row) => verdictOf(row) === 'stays as it is');
  return `**${right} of ${rows.length} applications (${Math.floor((100 * right) / rows.length)} %) are right after one command or the steps that it names**: ${count('set up')} are
set up, ${count('set up, with steps')} with steps. ${staying.length} stay as they are, and ${count('wrong')} are wrong.

${staying.map((row) => `- ${cell(`${row.name} ${row.application}`.trim())} stays: ${cell(row.steps.join('; '))}`).join('\n')}
`;
};
