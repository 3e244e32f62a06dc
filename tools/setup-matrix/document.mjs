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

/** docs/benchmarks/setup.md, from the rows of the matrix, written by `run`, such as “on 2 cores, 2026-11-24”. */
export const drawTable = (rows, run) => `# Set-up in other people's repositories

Written by \`npm run test:setup -- all --wizard --write\` ${run}. Each repository is made by create-next-app or create-nx-workspace from the
registry, then changed as its name says. **All holds** means: it builds before; one \`adit init --yes\` sets it up; it builds and starts;
an error of the browser and one of the server arrive at ingest; \`adit doctor\` finds nothing; a second \`init\` changes nothing; and
\`adit remove\` gives every file back byte for byte, lock files included; with \`¹\` the package manager wrote another lock, and the one from
Git fits. Rows named "wizard" begin with the files of that version of
Sentry's wizard and are converted by \`adit convert-sentry\`.

The last four columns are Sentry's wizard 8 in the same repository, before Adit: with a project given by its flags and every question
answered with Enter. Times include the install of the packages, and were taken while the machine did other
work. Changes leave out lock files.

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
