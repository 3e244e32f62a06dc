import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure, shippedLibraries, upwardArrowsOf } from './house.mjs';
import { publicExports } from './public-exports.mjs';
import { workspaceRoot } from './workspace-root.mjs';

const ROOT = workspaceRoot();
/** Longer files must be split by topic. */
const MOST_LINES = 300;
/** Exports that nothing here imports, each with its reason. */
const DEFENDED = {
  '@adit/spool/disk SpoolDisplacedError': 'tells an application that its spool directory was replaced',
};
/** A typical file fits on one or two screens. */
const MOST_MEDIAN_LINES = 80;

describe.each(shippedLibraries())('libs/%s', (library) => {
  const { shipped, longest, median, circles, upward } = measure(library);

  it('has short files, no circle and no import upwards', () => {
    expect(shipped).toBeGreaterThan(100);
    expect(longest[0]).toBeLessThanOrEqual(MOST_LINES);
    expect(median).toBeLessThanOrEqual(MOST_MEDIAN_LINES);
    expect(circles).toEqual([]);
    expect(upward).toEqual([]);
  });
});

it('finds imports upwards (control)', () => {
  const low = join(ROOT, 'libs/router/src/url/classify-url.ts');
  expect(upwardArrowsOf(new Map([[low, "import '../browser/a.ts'; import './b.ts';"]]))).toEqual([
    'libs/router/src/url/classify-url.ts → ../browser/a.ts',
  ]);
});

describe('the exports of the libraries', () => {
  const exported = publicExports();
  const usersOf = (entry, name) => exported.find((one) => one.entry === entry && one.name === name)?.users;

  it('have a user each: an application, a tool, a document, a test, or the signature of another export, or a reason', () => {
    expect(exported.length).toBeGreaterThan(200);
    const unused = exported.filter(({ users }) => users.length === 0);
    expect(unused.map(({ entry, name }) => `${entry} ${name}`).sort()).toEqual(Object.keys(DEFENDED).sort());
  });

  it('are found through imports, guides and signatures (control)', () => {
    expect(usersOf('@adit/monitoring-config', 'createOutcomeLog')).toEqual(
      expect.arrayContaining(['apps', 'docs']),
    );
    expect(usersOf('@adit/common', 'parseDsn')).toContain('other libraries');
    expect(usersOf('@adit/common', 'Dsn')).toContain('a signature');
    expect(exported.some(({ library }) => library === 'testing')).toBe(false);
  });
});

describe('comments', () => {
  const WHAT = /^\s*(?:\/\*\*?|\*|\/\/) What\b(?!.*\?)/m;

  it('begin with a noun or a verb, not with “What”', () => {
    const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const found = files
      .trim()
      .split('\n')
      .filter((path) => existsSync(join(ROOT, path)))
      .filter((path) => WHAT.test(readFileSync(join(ROOT, path), 'utf8')));
    expect(found).toEqual([]);
  });

  it.each(['/** What it does. */', '  // What is left.', '/**\n * What it has.'])(
    '%j is found (control)',
    (comment) => {
      expect(comment).toMatch(WHAT);
    },
  );
});
