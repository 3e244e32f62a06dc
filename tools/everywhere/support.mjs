// Writes the support table from the results of the last run.
const cellOf = (cell) => {
  if (cell === undefined) return '–';
  const { passed, failed, skipped } = cell;
  const rest = [failed > 0 && `**${failed} failed**`, skipped > 0 && `${skipped} skipped`].filter(Boolean);
  return [passed, ...rest].join(', ');
};

const row = (cells) => `| ${cells.join(' | ')} |`;

const rowsFor = (columns, features) =>
  features.filter(({ kinds }) => columns.some(({ runtime }) => kinds.includes(runtime.kind)));

/** One table: the features that are meant for any of the columns. */
const formatTable = (columns, features) => [
  row(['', ...columns.map(({ runtime }) => runtime.name)]),
  row(['---', ...columns.map(() => '---:')]),
  ...rowsFor(columns, features).map(({ name }) =>
    row([`\`${name}\``, ...columns.map(({ cells }) => cellOf(cells.get(name)))]),
  ),
];

/** Describes the columns and rows of a table. */
function formatNotes(columns, features) {
  const notes = rowsFor(columns, features).map(
    ({ name, about, others }) => `- \`${name}\`: ${about}.${others ? ` Elsewhere “–”: ${others}.` : ''}`,
  );
  return [
    `Versions: ${columns.map(({ runtime, version }) => `${runtime.name} is ${version ?? 'not installed'}`).join('; ')}.`,
    '',
    ...notes,
  ];
}

const PARTS = [
  { title: 'Where the tunnel runs', isOf: ({ kind }) => !['browser', 'react'].includes(kind), also: [] },
  {
    title: 'Browsers',
    isOf: ({ kind }) => kind === 'browser',
    also: [
      'Each row is journeys of visitors, through the built application or pages made of the libraries. WebKitGTK has the engine of',
      'Safari, with another network and another graphics layer: it is not Safari.',
      '',
    ],
  },
  {
    title: 'React',
    isOf: ({ kind }) => kind === 'react',
    also: [
      'Preact is not supported. With Preact 11.2 in place of React, 981 of the 1153 tests pass. 110 of the rest are those of the error boundary,',
      'which cannot run there: `preact/compat` has no `act`. Others expect what React alone does, such as the order of attributes.',
      '',
    ],
  },
];

const partsOf = (columns) =>
  PARTS.map(({ isOf, ...part }) => ({
    ...part,
    columns: columns.filter(({ runtime }) => isOf(runtime)),
  })).filter((part) => part.columns.length > 0);

/**
 * The text of a file with these lines between two marks.
 * @throws if the marks are missing
 */
export function replaceSection(file, text, [begin, end], lines) {
  const [before, rest] = text.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined) throw new Error(`${file} has no place for the tables: ${begin} … ${end}`);
  return [before, begin, '\n\n', lines.join('\n'), '\n\n', end, after].join('');
}

const MARKS = ['<!-- npm test -- everywhere --write -->', '<!-- end of what it writes -->'];

/** The README with this run's tables instead of the previous ones. */
export function intoReadme(readme, columns, features) {
  const tables = partsOf(columns).flatMap((part) => [...formatTable(part.columns, features), '']);
  return replaceSection('README.md', readme, MARKS, tables.slice(0, -1));
}

export const LACKS_TITLE = '## What a browser lacks, and what was seen to work instead';

/** A table of what browsers lack, with the journey that saw the fallback. */
export const formatLacks = (lacks) => [
  LACKS_TITLE,
  '',
  'The journeys ask each engine for these, and see what happens instead. A library asks for a feature before it uses it.',
  '',
  row(['what is lacking', 'where', 'what works instead', 'seen by']),
  row(['---', '---', '---', '---']),
  ...lacks.map(({ what, engines, instead, seen: [feature, title] }) =>
    row([what, engines.join(', '), instead, `\`${feature}\`: “${title}”`]),
  ),
];

/** The section of docs/support.md that is written by hand. It is kept, with everything after it. */
const FOUND = '## What running everywhere has found';

/**
 * The text of docs/support.md.
 * @param before its text so far
 * @param run when and where the tests ran
 */
export function formatSupport(columns, features, known, before = '', lacks = [], run = '') {
  const found = before.includes(FOUND) ? [before.slice(before.indexOf(FOUND)).trimEnd(), ''] : [];
  const skipped = known.map(
    ({ runtimes, feature, test, reason }) => `- ${runtimes}, \`${feature}\`, “${test}”: ${reason}`,
  );
  return [
    '# Where Adit runs',
    '',
    `\`npm test -- everywhere --write\` has written these tables ${run}. Each cell is the number of tests that passed there in that run.`,
    '',
    ...partsOf(columns).flatMap((part) => [
      `## ${part.title}`,
      '',
      ...part.also,
      ...formatTable(part.columns, features),
      '',
      ...formatNotes(part.columns, features),
      '',
    ]),
    ...formatLacks(lacks),
    '',
    '## What is skipped, and why',
    '',
    ...skipped,
    '',
    ...found,
  ].join('\n');
}
