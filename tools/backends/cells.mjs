// The table of `npm test -- backends`: how many items of each kind arrived, for each backend and each SDK.

/** The columns, in their order. */
export const COLUMNS = [
  'error',
  'session',
  'transaction',
  'log',
  'check-in',
  'replay',
  'attachment',
  'limit',
  'outage',
  'policy',
];

/** Cells by row and column. A row is a backend or an SDK; rows keep the order in which they were added. */
export function createCells() {
  const rows = new Map();
  return {
    /** Sets a cell to a count or a reason. Throws a RangeError if the column is unknown. */
    cell: (row, column, text) => {
      if (!COLUMNS.includes(column))
        throw new RangeError(`No column "${column}": use ${COLUMNS.join(', ')}.`);
      rows.set(row, { ...rows.get(row), [column]: String(text) });
    },
    rows,
  };
}

/** A text on one line of a table. */
const inTable = (text = '–') => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

const line = (texts) => `| ${texts.join(' | ')} |`;

/** The lines of a Markdown table. A cell that was not set is “–”. */
export const formatCells = ({ rows }) => [
  line(['', ...COLUMNS]),
  line(['---', ...COLUMNS.map(() => '---')]),
  ...[...rows].map(([row, cells]) => line([row, ...COLUMNS.map((column) => cells[column])].map(inTable))),
];
