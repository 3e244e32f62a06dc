// The support table: what the last run has shown.
const cellOf = (cell) => {
  if (cell === undefined) return '–';
  const { passed, failed, skipped } = cell;
  const rest = [failed > 0 && `**${failed} failed**`, skipped > 0 && `${skipped} skipped`].filter(Boolean);
  return [passed, ...rest].join(', ');
};

const row = (cells) => `| ${cells.join(' | ')} |`;

/** One table: the features that are meant for any of the columns. */
function formatTable(columns, features) {
  const rows = features.filter(({ kinds }) => columns.some(({ runtime }) => kinds.includes(runtime.kind)));
  const notes = rows.map(
    ({ name, about, others }) => `- \`${name}\`: ${about}.${others ? ` Elsewhere “–”: ${others}.` : ''}`,
  );
  return [
    row(['', ...columns.map(({ runtime }) => runtime.name)]),
    row(['---', ...columns.map(() => '---:')]),
    ...rows.map(({ name }) => row([`\`${name}\``, ...columns.map(({ cells }) => cellOf(cells.get(name)))])),
    '',
    `Versions: ${columns.map(({ runtime, version }) => `${runtime.name} is ${version ?? 'not installed'}`).join('; ')}.`,
    '',
    ...notes,
  ];
}

const PARTS = [
  { title: 'Where the tunnel runs', isOf: ({ kind }) => kind !== 'browser', also: [] },
  {
    title: 'Browsers',
    isOf: ({ kind }) => kind === 'browser',
    also: [
      'Each row is journeys of visitors, through the built application or pages made of the libraries. WebKitGTK has the engine of',
      'Safari, with another network and another graphics layer: it is not Safari.',
      '',
    ],
  },
];

/** The text of docs/support.md. */
export function formatSupport(columns, features, known) {
  const parts = PARTS.map(({ isOf, ...part }) => ({
    ...part,
    columns: columns.filter(({ runtime }) => isOf(runtime)),
  })).filter((part) => part.columns.length > 0);
  const skipped = known.map(
    ({ runtimes, feature, test, reason }) => `- ${runtimes}, \`${feature}\`, “${test}”: ${reason}`,
  );
  return [
    '# Where Adit runs',
    '',
    '`npm run test:everywhere -- --write` has written these tables. Each cell is the number of tests that passed there in the last run.',
    '',
    ...parts.flatMap((part) => [
      `## ${part.title}`,
      '',
      ...part.also,
      ...formatTable(part.columns, features),
      '',
    ]),
    '## What is skipped, and why',
    '',
    ...skipped,
    '',
  ].join('\n');
}
