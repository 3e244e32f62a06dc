import { createCells, COLUMNS, formatCells } from '../backends/cells.mjs';
import { createReport } from '../backends/report.mjs';
import { intoSupport } from '../backends/support.mjs';

describe('the cells of the backends', () => {
  it('are a table with a count or a reason in each, and “–” where nothing was tried', () => {
    const cells = createCells();
    cells.cell('Bugsink 2', 'error', '60 of 60');
    cells.cell('sentry-go', 'session', 'it has\nnone | yet');
    cells.cell('Bugsink 2', 'outage', 12);

    expect(formatCells(cells)).toEqual([
      `|  | ${COLUMNS.join(' | ')} |`,
      `| ${['---', ...COLUMNS.map(() => '---')].join(' | ')} |`,
      '| Bugsink 2 | 60 of 60 | – | – | – | – | – | – | – | 12 | – |',
      '| sentry-go | – | it has none \\| yet | – | – | – | – | – | – | – | – |',
    ]);
  });

  it('are only of known columns', () => {
    expect(() => createCells().cell('a', 'errors', 1)).toThrow('No column "errors"');
  });
});

describe('a report', () => {
  const createQuiet = () => {
    const lines = [];
    return { lines, report: createReport({ print: (line) => lines.push(line), now: () => 0 }) };
  };

  it('counts tests, goes on after one that fails, and fills their cells', async () => {
    const { report, lines } = createQuiet();
    await report.check('arrives', () => '2 of 2', ['a', 'error']);
    await report.check('is lost', () => Promise.reject(new Error('1 of 2\nmore')), ['a', 'session']);
    report.skip('waits', 'no python3', ['a', 'log']);

    expect(report.totals).toEqual({ passed: 1, failed: 1, skipped: 1 });
    expect(report.cells.rows.get('a')).toEqual({
      error: '2 of 2',
      session: '**failed**: 1 of 2',
      log: 'no python3',
    });
    expect(lines.map((line) => line.trim()[0])).toEqual(['✓', '✕', '–']);
  });

  it('gives what the test returns', async () => {
    expect(await createQuiet().report.check('has a DSN', () => 'dsn')).toBe('dsn');
  });
});

describe('the section of docs/support.md', () => {
  const cells = createCells();
  cells.cell('Bugsink 2', 'error', '60 of 60');
  const write = (text) =>
    intoSupport(text, cells, [{ name: 'another', reason: 'it is nowhere' }], 'on 2 cores');

  it('is replaced, and all around it stays', () => {
    const before =
      '# Title\n\n<!-- npm test -- backends --write -->\nold\n<!-- end of the backends -->\n\nMore.\n';
    const after = write(before);

    expect(after).toMatch(
      /^# Title\n\n<!-- npm test[^]*on 2 cores[^]*\| 60 of 60 \|[^]*- another is not tried: it is nowhere\.\n\n<!-- end[^]*More\.\n$/,
    );
    expect(after).not.toContain('old');
    expect(write(after)).toBe(after);
  });

  it('is asked for if it has no place', () => {
    expect(() => write('# Title')).toThrow('docs/support.md has no place for the tables');
  });
});
