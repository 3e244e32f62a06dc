/** A table of a Markdown document, and the heading above it. */
export interface Table {
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replace(/\*\*/g, '').trim());

/** All tables of a Markdown document, in order. Bold marks are left out of their cells. */
export function tablesOf(markdown: string): Table[] {
  const tables: Table[] = [];
  let heading = '';
  const text = markdown.replace(/^(`{3,})[\s\S]*?^\1$/gm, '');
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.split('\n').map((line) => line.trim());
    const title = lines.findLast((line) => /^#+ /.test(line));
    if (title) heading = title.replace(/^#+ /, '');
    const first = lines.findIndex((line) => /^\|[\s:|-]+\|$/.test(line));
    if (first < 1) continue;
    tables.push({
      heading,
      columns: cellsOf(lines[first - 1] ?? ''),
      rows: lines
        .slice(first + 1)
        .filter((line) => line.startsWith('|'))
        .map(cellsOf),
    });
  }
  return tables;
}

/**
 * A cell by heading, first cell of the row, and column; `nth` selects one of several columns with the same name, from
 * 1. Throws in one line if there is no such cell.
 */
export function cellOf(markdown: string, heading: string, row: string, column: string, nth = 1): string {
  const table = tablesOf(markdown).find((one) => one.heading === heading);
  const named = table?.columns.flatMap((name, index) => (name === column ? [index] : [])) ?? [];
  const cell = table?.rows.find(([first]) => first === row)?.[named[nth - 1] ?? -1];
  if (!cell) throw new Error(`no figure under "${heading}" in row "${row}", column "${column}"`);
  return cell;
}
