import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNEYS } from '../everywhere/browsers/features.mjs';
import { LACKS } from '../everywhere/browsers/lacks.mjs';
import { KNOWN } from '../everywhere/known.mjs';
import { formatLacks, formatSupport, LACKS_TITLE } from '../everywhere/support.mjs';
import { createTally } from '../everywhere/tally.mjs';

const line = (content) => `@everywhere ${JSON.stringify(content)}`;

describe('a tally', () => {
  it('counts outcomes, and keeps what failed', () => {
    const tally = createTally();
    tally.onLine('what a test prints');
    tally.onLine(line({ begin: 'a' }));
    tally.onLine(line({ title: 'a', outcome: 'passed' }));
    tally.onLine(line({ title: 'b', outcome: 'failed', error: 'no' }));
    tally.onLine(line({ title: 'c', outcome: 'skipped' }));
    tally.onLine(line({ done: true }));
    expect(tally.end('')).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      failures: [{ title: 'b', error: 'no' }],
    });
  });

  it('counts a run that breaks off as a failure of the test under way', () => {
    const tally = createTally();
    tally.onLine(line({ begin: 'a' }));
    tally.onLine(line({ title: 'a', outcome: 'passed' }));
    tally.onLine(line({ begin: 'b' }));
    const { passed, failed, failures } = tally.end('Uncaught Error');
    expect([passed, failed, failures[0].title]).toEqual([1, 1, 'b']);
    expect(failures[0].error).toContain('Uncaught Error');
  });

  it('counts a run that never starts as a failure', () => {
    expect(createTally().end('')).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('the support table', () => {
  const feature = { name: 'core', about: 'what it is', kinds: ['deno'] };
  const tableOf = (cell, version) =>
    formatSupport(
      [{ runtime: { name: 'Deno', kind: 'deno' }, version, cells: new Map(cell && [['core', cell]]) }],
      [feature],
      [{ runtimes: 'Deno', feature: 'core', test: 'x', reason: 'it cannot' }],
    );

  it('has a count for each feature of each runtime, with its failures', () => {
    expect(tableOf({ passed: 3, failed: 0, skipped: 0 }, 'v2')).toContain('| `core` | 3 |');
    expect(tableOf({ passed: 3, failed: 2, skipped: 1 }, 'v2')).toContain('| 3, **2 failed**, 1 skipped |');
    expect(tableOf(undefined, 'v2')).toContain('| `core` | – |');
  });

  it('says which runtime could not be installed, and why tests are skipped', () => {
    const text = tableOf({ passed: 0, failed: 0, skipped: 1 });
    expect(text).toContain('Deno is not installed');
    expect(text).toContain('| 0, 1 skipped |');
    expect(text).toContain('“x”: it cannot');
  });

  it('keeps what was found, which is written by hand, over each run', () => {
    const before = 'the tables of the last run\n\n## What running everywhere has found\n\nby hand\n';
    const write = (text) => formatSupport([], [], [], text);
    expect(write(before)).toMatch(/\n\n## What running everywhere has found\n\nby hand\n$/);
    expect(write(before)).not.toContain('the last run\n\n##');
    expect(write(write(before))).toBe(write(before));
    expect(write('')).not.toContain('found');
  });

  it('has browsers in a table of their own, with the journeys that are theirs', () => {
    const cells = (name) => new Map([[name, { passed: 3, failed: 0, skipped: 0 }]]);
    const text = formatSupport(
      [
        { runtime: { name: 'Deno', kind: 'deno' }, version: '2', cells: cells('core') },
        { runtime: { name: 'Firefox', kind: 'browser' }, version: '153', cells: cells('screens') },
      ],
      [feature, { name: 'screens', about: 'what they are', kinds: ['browser'] }],
      [],
    );
    expect(text).toContain('|  | Deno |\n| --- | ---: |\n| `core` | 3 |\n\n');
    expect(text).toContain('|  | Firefox |\n| --- | ---: |\n| `screens` | 3 |\n\n');
  });
});

describe('the table of what browsers lack', () => {
  const textOf = (name) =>
    JOURNEYS.filter((journey) => journey.name === name)
      .flatMap(({ files }) => files)
      .map((file) => readFileSync(file, 'utf8'))
      .flatMap((text) => [text, ...sharedBy(text)])
      .join('');

  /** The texts of journeys that Playwright runs too. */
  const sharedBy = (text) =>
    [...text.matchAll(/from 'everywhere-e2e\/(src\/journeys\/[\w-]+\.ts)'/g)].map(([, path]) =>
      readFileSync(join(import.meta.dirname, '../../apps/web-e2e', path), 'utf8'),
    );

  it.each(LACKS)(
    'names a journey that runs where it is lacking: $what',
    ({ engines, seen: [feature, title] }) => {
      expect(textOf(feature)).toContain(title);
      const skipped = KNOWN.filter((known) => known.feature === feature && engines.includes(known.runtimes));
      expect(skipped.filter(({ test }) => title.includes(test))).toEqual([]);
    },
  );

  it('is that of docs/support.md', () => {
    const flat = (text) => text.replaceAll(/[ -]+/g, ' ');
    const support = readFileSync(join(import.meta.dirname, '../../docs/support.md'), 'utf8');
    const [, table] = support.split(LACKS_TITLE);
    for (const line of formatLacks(LACKS).slice(1)) expect(flat(table)).toContain(flat(line));
  });
});
