import { spawnSync } from 'node:child_process';
import { compare, differing, readOutcomes } from '../upstream/compare.mjs';
import { formatDocument } from '../upstream/document.mjs';
import { temporaryFolder } from './temporary-folder.mjs';
import { workspaceRoot } from './workspace-root.mjs';

const spec = (file, title, status, line = 1) => ({ file, line, title, tests: [{ status }] });

/** A report as Playwright writes it. */
const report = (...specs) => ({
  suites: specs.map((one) => ({ title: one.file, file: one.file, specs: [one] })),
});

const GET = 'requests/get/test.ts';
const control = readOutcomes(
  report(
    spec(GET, 'sends', 'expected', 7),
    spec('errors/test.ts', 'throws', 'expected'),
    spec('errors/only/test.ts', 'in Firefox', 'skipped'),
    spec('errors/old/test.ts', 'is of version 9', 'unexpected'),
  ),
);
const ours = readOutcomes(
  report(
    spec(GET, 'sends', 'unexpected', 7),
    spec('errors/test.ts', 'throws', 'flaky'),
    spec('errors/old/test.ts', 'is of version 9', 'expected'),
  ),
);
const REASONS = [['it has a span', /^requests\//]];

describe('the comparison with upstream’s tests', () => {
  it('reads whether a test passed, also in a second attempt, and leaves out what was skipped', () => {
    expect([...ours]).toEqual([
      ['requests/get › sends', { passed: false, place: 'suites/requests/get/test.ts:7' }],
      ['errors › throws', { passed: true, place: 'suites/errors/test.ts:1' }],
      ['errors/old › is of version 9', { passed: true, place: 'suites/errors/old/test.ts:1' }],
    ]);
    expect(control.size).toBe(3);
  });

  it('names the tests of a `describe` with its title', () => {
    const inner = { title: 'on Sundays', specs: [spec(GET, 'sends', 'expected')] };
    const nested = { suites: [{ title: 'requests/get/test.ts', file: GET, suites: [inner] }] };
    expect([...readOutcomes(nested).keys()]).toEqual(['requests/get › on Sundays › sends']);
  });

  it('counts by folder, and explains what only the control passes', () => {
    expect(differing(control, ours)).toEqual(['requests/get › sends', 'errors/old › is of version 9']);
    expect(compare(control, ours, REASONS)).toEqual({
      folders: new Map([
        ['requests', { tests: 1, control: 1, ours: 0 }],
        ['errors', { tests: 2, control: 1, ours: 2 }],
      ]),
      lost: [{ name: 'requests/get › sends', reason: 'it has a span' }],
      unexplained: [],
      won: ['errors/old › is of version 9'],
    });
  });

  it('fails a difference without a reason, and one of a test that was not run', () => {
    expect(compare(control, ours, []).unexplained).toEqual(['requests/get › sends']);
    expect(compare(control, new Map(), REASONS).unexplained).toEqual(['errors › throws']);
  });

  it('writes the counts, reasons and tests', () => {
    const document = formatDocument(
      compare(control, ours, REASONS),
      { tests: '10.1.0', sdk: '11.8.0' },
      'on 2 cores',
    );
    expect(document).toContain('| all | 3 | 2 | 2 |\n');
    expect(document).toContain('- it has a span\n  - `requests/get › sends`\n');
    expect(document).toContain('## Only Adit passes\n\n- `errors/old › is of version 9`\n');
  });
});

it.each([
  ['without a checkout', [], /^No checkout given\. Use `npm test -- upstream CHECKOUT`/],
  ['with another folder', [temporaryFolder()], / has no folder dev-packages\/browser-integration-tests\./],
])('the suite ends in one line %s', (_title, args, line) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['tools/src/run-suite.mjs', 'upstream', ...args],
    { cwd: workspaceRoot(), encoding: 'utf8' },
  );
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(line);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
