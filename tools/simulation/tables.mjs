import { simulate } from './fleet.mjs';
import { TABLES } from './scenarios.mjs';

const number = (value) => value.toLocaleString('en');
const seconds = (ms) => (ms === undefined ? 'not in time' : `${number(Math.round(ms / 1_000))} s`);

/** The columns of each table: a title, and the value of a cell for a result. */
const COLUMNS = {
  recovery: [
    ['stored at most', ({ mostStored }) => number(mostStored)],
    ['attempts in a second of the outage', ({ peakInOutage }) => number(peakInOutage)],
    ['drained after', ({ drainMs }) => seconds(drainMs)],
    ['stored ones in a second, at most', ({ peakOfStored }) => number(peakOfStored)],
    ['all in a second, at most', ({ peakAfter }) => number(peakAfter)],
    ['lost', ({ lost, givenUp }) => number(lost + givenUp)],
  ],
  overload: [
    ['attempts in a second of the outage', ({ peakInOutage }) => number(peakInOutage)],
    ['all in a second after it, at most', ({ peakAfter }) => number(peakAfter)],
    ['answered 503', ({ refusedByIngest }) => number(refusedByIngest)],
    ['drained after', ({ drainMs }) => seconds(drainMs)],
    ['lost', ({ lost, givenUp }) => number(lost + givenUp)],
  ],
  backlog: [
    ['drained after', ({ drainMs }) => seconds(drainMs)],
    ['stored ones in a second, at most', ({ peakOfStored }) => number(peakOfStored)],
    ['answered 429 or 503', ({ refusedByIngest }) => number(refusedByIngest)],
    [
      'of its limit used',
      ({ usedShare }) => (usedShare === 0 ? 'no limit' : `${Math.round(usedShare * 100)} %`),
    ],
    ['lost', ({ lost, givenUp }) => number(lost + givenUp)],
  ],
  bounds: [
    ['received', ({ received }) => number(received)],
    ['acknowledged', ({ acknowledged }) => number(acknowledged)],
    ['refused with 503', ({ refused }) => number(refused)],
    ['given up and reported', ({ givenUp }) => number(givenUp)],
    ['lost without a count', ({ lost }) => number(lost)],
  ],
};

const row = (cells) => `| ${cells.join(' | ')} |`;

/** Runs the scenarios of a table. Returns the table as Markdown, and the results with the names of the scenarios. */
export async function runTable(name, library) {
  const columns = COLUMNS[name];
  const results = [];
  for (const { name: scenario, createDrain = library.createDrain, ...options } of TABLES[name])
    results.push([scenario, await simulate(options, { ...library, createDrain })]);
  const lines = [
    row(['replicas, spool', ...columns.map(([title]) => title)]),
    row(['---', ...columns.map(() => '---:')]),
    ...results.map(([scenario, result]) => row([scenario, ...columns.map(([, show]) => show(result))])),
  ];
  return { text: lines.join('\n'), results };
}

/** The text of a document's table, without the padding that the formatter adds. */
export const withoutPadding = (text) =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' ').replaceAll(/-{2,}/g, '---'))
    .join('\n');

const markersOf = (name) => [
  `<!-- npm run simulate -- --write: ${name} -->`,
  '<!-- end of what it writes -->',
];

/** The part of a document that contains a table. Throws if its markers are missing. */
export function partOf(document, name) {
  const [from, to] = markersOf(name);
  const start = document.indexOf(from) + from.length;
  const end = document.indexOf(to, start);
  if (start < from.length || end === -1) throw new Error(`docs/scale.md has no markers for ${name}`);
  return { start, end, text: document.slice(start, end).trim() };
}

/** The document with this table. */
export function withTable(document, name, text) {
  const { start, end } = partOf(document, name);
  return `${document.slice(0, start)}\n\n${text}\n\n${document.slice(end)}`;
}
