// The support table: what the last run has shown.
const cellOf = (cell) => {
  if (cell === undefined) return '–';
  const { passed, failed, skipped } = cell;
  const rest = [failed > 0 && `**${failed} failed**`, skipped > 0 && `${skipped} skipped`].filter(Boolean);
  return [passed, ...rest].join(', ');
};

const row = (cells) => `| ${cells.join(' | ')} |`;

/** The text of docs/support.md. */
export function formatSupport(columns, features, known) {
  const names = columns.map(({ runtime }) => runtime.name);
  const rows = features.map(({ name, cells = columns.map((column) => cellOf(column.cells.get(name))) }) =>
    row([`\`${name}\``, ...cells]),
  );
  const notes = features.map(
    ({ name, about, others }) => `- \`${name}\`: ${about}.${others ? ` Elsewhere “–”: ${others}.` : ''}`,
  );
  const skipped = known.map(
    ({ runtimes, feature, test, reason }) => `- ${runtimes}, \`${feature}\`, “${test}”: ${reason}`,
  );
  return [
    '# Where the tunnel runs',
    '',
    '`npm run test:everywhere -- --write` has written this table. Each cell is the number of tests that passed there in the last run.',
    '',
    row(['', ...names]),
    row(['---', ...names.map(() => '---:')]),
    ...rows,
    '',
    `Versions: ${columns.map(({ runtime, version }) => `${runtime.name} is ${version ?? 'not installed'}`).join('; ')}.`,
    '',
    ...notes,
    '',
    '## What is skipped, and why',
    '',
    ...skipped,
    '',
  ].join('\n');
}
