import { execFileSync } from 'node:child_process';
import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Plan } from '@adit/codebase';
import type { Finding } from '@adit/doctor';
import { recordedHost } from '../../testing/recorded-host.helper.ts';
import { appRouter, makeRepository, textsOf } from '../../testing/repository.helper.ts';
import { type ChangeCommand, runChange } from './change.ts';

const MANIFEST = appRouter()['package.json']!;
const CHANGES: Plan['changes'] = [
  { path: 'adit.config.ts', before: undefined, after: 'export default {};\n' },
  { path: 'package.json', before: MANIFEST, after: MANIFEST.replace('{', '{ "version": "1.0.0",') },
];
const STEPS: Plan['steps'] = [
  { application: '', path: 'adit.config.ts', reason: 'It holds the options.' },
  { application: '', path: 'package.json', reason: 'It names a version.' },
];
const BY_HAND = {
  application: '',
  path: 'next.config.ts',
  reason: 'withAdit wraps the configuration.',
  byHand: { why: 'It has a shape that is not known.', snippet: 'a();\nb();\n' },
};
const commandOf = (changes = CHANGES, steps = STEPS): ChangeCommand => ({
  name: 'init',
  nothing: 'Nothing to do.',
  next: () => 'sleep.',
  plan: () => ({ changes, steps }),
});
const options = (given: object = {}) => ({
  app: [],
  dryRun: false,
  yes: false,
  json: false,
  install: true,
  ...given,
});

let root: string;
beforeEach(() => {
  root = makeRepository({ ...appRouter(), 'pnpm-lock.yaml': '' });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const writtenTo = (folder: string) => 'adit.config.ts' in textsOf(folder);

describe('with --yes', () => {
  it('shows each file with its reason, writes all, and installs by the lock file in the root', async () => {
    const host = recordedHost(join(root, 'app'));

    expect(await runChange(commandOf(), options({ yes: true }), host)).toBe(0);

    expect(host.out()).toBe(
      [
        '.',
        '  + adit.config.ts  It holds the options.',
        '  ~ package.json  It names a version.',
        '2 files written.',
        '',
        '$ pnpm install',
        'Done. Now sleep.',
        '',
      ].join('\n'),
    );
    expect(host.ran).toEqual([['pnpm install', root]]);
    expect(textsOf(root)['adit.config.ts']).toBe('export default {};\n');
  });

  it('installs nothing if no package.json changes', async () => {
    const host = recordedHost(root);

    expect(await runChange(commandOf(CHANGES.slice(0, 1)), options({ yes: true }), host)).toBe(0);

    expect(host.ran).toEqual([]);
    expect(host.out()).toContain('1 file written.\nDone. Now sleep.\n');
  });

  it('does not install with --no-install, and says what to run', async () => {
    const host = recordedHost(root);

    expect(await runChange(commandOf(), options({ yes: true, install: false }), host)).toBe(0);

    expect(host.ran).toEqual([]);
    expect(host.out()).toMatch(/2 files written\.\nNow run: pnpm install\nThen sleep\.\n$/);
  });

  it.each([
    [true, /\$ pnpm install\nDone\.\n$/],
    [false, /Now run: pnpm install\n$/],
  ])('says no more if nothing else is left, with an install: %j', async (install, end) => {
    const host = recordedHost(root);
    const plan = { changes: CHANGES, steps: STEPS };
    const command: ChangeCommand = { name: 'remove', nothing: '', plan: () => plan };

    expect(await runChange(command, options({ yes: true, install }), host)).toBe(0);

    expect(host.out()).toMatch(end);
  });

  it('lets pnpm change its lock file in CI, where it would refuse to', async () => {
    const host = recordedHost(root, { isCi: true });

    expect(await runChange(commandOf(), options({ yes: true }), host)).toBe(0);

    expect(host.ran).toEqual([['pnpm install --no-frozen-lockfile', root]]);
  });

  it('is not done while the doctor finds errors, which it prints', async () => {
    const host = recordedHost(root);
    const error = {
      check: 'tunnel-matcher',
      application: '',
      level: 'error',
      message: 'It is caught',
    } as const;
    const command: ChangeCommand = { ...commandOf(), errorsAfter: () => [error] };

    expect(await runChange(command, options({ yes: true }), host)).toBe(1);

    expect(host.out()).toMatch(
      /\nThe doctor finds what is left to you:\n✖ tunnel-matcher {2}It is caught\n$/,
    );
  });

  it('is done if the doctor finds none, and has both in JSON', async () => {
    const host = recordedHost(root);
    const command: ChangeCommand = {
      ...commandOf(),
      errorsAfter: ({ applications }) => (applications.length === 1 ? [] : [{} as never]),
    };

    expect(await runChange(command, options({ yes: true, json: true }), host)).toBe(0);

    expect(JSON.parse(host.out())).toMatchObject({ written: true, errors: [] });
  });

  it('says that an install failed, keeps the files, and ends with 1', async () => {
    const host = recordedHost(root, { exitCode: 254 });

    expect(await runChange(commandOf(), options({ yes: true }), host)).toBe(1);

    expect(host.err()).toBe(
      `pnpm install failed with exit code 254. Its reason is printed above. The files are written. Mend the reason and run pnpm install in ${root}.\n`,
    );
    expect(host.out()).not.toContain('sleep');
    expect(writtenTo(root)).toBe(true);
  });

  it('writes nothing at all if one file cannot be written', async () => {
    const changes = [
      ...CHANGES.slice(0, 1),
      { path: 'app/page.tsx/below.ts', before: undefined, after: '' },
      ...CHANGES.slice(1),
    ];
    const before = textsOf(root);

    await expect(runChange(commandOf(changes), options({ yes: true }), recordedHost(root))).rejects.toThrow();

    expect(textsOf(root)).toEqual(before);
  });
});

describe('without --yes', () => {
  it('asks a person before it writes', async () => {
    const host = recordedHost(root, { canAsk: true, confirms: true });

    expect(await runChange(commandOf(), options(), host)).toBe(0);

    expect(host.asked).toEqual(['Write 2 files?']);
    expect(writtenTo(root)).toBe(true);
  });

  it('writes nothing if the person says no, and ends with 1', async () => {
    const host = recordedHost(root, { canAsk: true, confirms: false });

    expect(await runChange(commandOf(), options(), host)).toBe(1);

    expect(host.out()).toMatch(/Nothing is written\.\n$/);
    expect([writtenTo(root), host.ran]).toEqual([false, []]);
  });

  it('writes nothing if the person chooses no application', async () => {
    rmSync(root, { recursive: true });
    root = makeRepository({
      'package.json': '{ "workspaces": ["*"] }',
      ...appRouter('a'),
      ...appRouter('b'),
    });
    const host = recordedHost(root, { canAsk: true, chooses: [] });

    expect(await runChange(commandOf(), options(), host)).toBe(1);

    expect([host.out(), writtenTo(root)]).toEqual(['Nothing is written.\n', false]);
  });

  it('says what to pass if nobody can be asked', async () => {
    const host = recordedHost(root);

    await expect(runChange(commandOf(), options(), host)).rejects.toThrow(
      'pass --yes to write 2 files, or --dry-run to see what would change',
    );
    expect([host.asked, writtenTo(root)]).toEqual([[], false]);
  });
});

describe('with --dry-run', () => {
  it('prints a unified diff and writes nothing', async () => {
    const host = recordedHost(root);

    expect(await runChange(commandOf(), options({ dryRun: true }), host)).toBe(0);

    expect(host.out()).toContain(
      'new file mode 100644\n--- /dev/null\n+++ b/adit.config.ts\n@@ -0,0 +1,1 @@\n+export default {};\n',
    );
    expect([writtenTo(root), host.ran]).toEqual([false, []]);
  });

  it('has colours in a terminal', async () => {
    const host = recordedHost(root, { hasColours: true });

    await runChange(commandOf(), options({ dryRun: true }), host);

    expect(host.out()).toContain('\u001B[32m+export default {};\u001B[39m');
  });
});

describe('if there is nothing to change', () => {
  it('says so, asks nothing, and ends with 0', async () => {
    const host = recordedHost(root);

    expect(await runChange(commandOf([], []), options(), host)).toBe(0);

    expect(host.out()).toBe('Nothing to do.\n');
  });

  describe('and the command may be unfinished', () => {
    const again = (left?: string, errors: readonly Finding[] = []): ChangeCommand => ({
      ...commandOf([], []),
      installLeft: () => left,
      errorsAfter: () => errors,
    });

    it.each([
      ['the next steps', undefined, 'Now sleep.\n'],
      ['the install first', 'pnpm install', 'Now run: pnpm install\nThen sleep.\n'],
    ])('says %s', async (_what, left, words) => {
      const host = recordedHost(root);

      expect(await runChange(again(left), options(), host)).toBe(0);

      expect([host.out(), host.ran]).toEqual([`Nothing to do.\n${words}`, []]);
    });

    it('says which errors are left, and ends with 1', async () => {
      const host = recordedHost(root);
      const error = { check: 'dsn', application: '', level: 'error', message: 'It is wrong' } as const;

      expect(await runChange(again('pnpm install', [error]), options(), host)).toBe(1);

      expect(host.out()).toBe(
        'Nothing to do.\nNow run: pnpm install\n\nThe doctor finds what is left to you:\n✖ dsn  It is wrong\n',
      );
    });

    it('has the install in JSON', async () => {
      const host = recordedHost(root);

      await runChange(again('pnpm install'), options({ json: true }), host);

      expect(JSON.parse(host.out())).toMatchObject({
        written: false,
        install: { command: 'pnpm install' },
        errors: [],
      });
    });
  });

  it('shows what is left to do by hand, and ends with 1', async () => {
    const host = recordedHost(root);

    expect(await runChange(commandOf([], [BY_HAND]), options(), host)).toBe(1);

    expect(host.out()).toBe(
      [
        '.',
        '  ! next.config.ts  by hand: withAdit wraps the configuration.',
        '      It has a shape that is not known.',
        '      | a();',
        '      | b();',
        '',
      ].join('\n'),
    );
  });
});

it('ends with 1 if it wrote all, but something is left to do by hand', async () => {
  const host = recordedHost(root);

  expect(await runChange(commandOf(CHANGES, [...STEPS, BY_HAND]), options({ yes: true }), host)).toBe(1);

  expect(writtenTo(root)).toBe(true);
  expect(host.out()).not.toContain('sleep');
});

describe('with --json', () => {
  const resultOf = (host: { out(): string }): unknown => JSON.parse(host.out());

  it('prints the plan and what became of it, and nothing else', async () => {
    const host = recordedHost(root);

    await runChange(commandOf(), options({ yes: true, json: true }), host);

    expect(resultOf(host)).toEqual({
      version: 1,
      command: 'init',
      applications: [''],
      changes: [
        { path: 'adit.config.ts', kind: 'added', diff: expect.stringContaining('+export default {};') },
        { path: 'package.json', kind: 'changed', diff: expect.stringContaining('1.0.0') },
      ],
      steps: STEPS,
      written: true,
      install: { command: 'pnpm install', exitCode: 0 },
    });
  });

  it('says what it would install', async () => {
    const host = recordedHost(root);

    await runChange(commandOf(), options({ yes: true, json: true, install: false }), host);

    expect(resultOf(host)).toMatchObject({ written: true, install: { command: 'pnpm install' } });
  });

  it('says in a dry run that nothing is written', async () => {
    const host = recordedHost(root);

    await runChange(commandOf(), options({ dryRun: true, json: true }), host);

    expect(resultOf(host)).toMatchObject({ written: false, changes: [{}, {}] });
    expect(resultOf(host)).not.toHaveProperty('install');
  });
});

describe('in a Git repository', () => {
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root });

  it('warns of changes that are not committed, but does not stop with --yes', async () => {
    git('init', '-q');
    const host = recordedHost(root);

    expect(await runChange(commandOf(), options({ yes: true }), host)).toBe(0);

    expect(host.err()).toBe(
      'Git has changes that are not committed. Commit them first to see what Adit changes.\n',
    );
  });

  it('is silent if all is committed, also in a folder of the repository', async () => {
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'all');
    const host = recordedHost(join(root, 'app'));

    await runChange(commandOf(), options({ yes: true }), host);

    expect(host.err()).toBe('');
  });

  describe('of which only those are uncommitted that the plan takes back', () => {
    /** Everything is committed; then `init` writes files, and its install too. */
    const setUp = async (folder: string): Promise<ChangeCommand> => {
      git('init', '-q');
      git('add', '.');
      git('commit', '-qm', 'all');
      await runChange(commandOf(), options({ yes: true }), recordedHost(folder));
      writeFileSync(join(folder, 'pnpm-lock.yaml'), 'lockfileVersion: 9.0\n');
      return commandOf(CHANGES.map(({ path, before, after }) => ({ path, before: after, after: before })));
    };
    const errOf = async (undo: ChangeCommand, folder = root) => {
      const host = recordedHost(folder);
      await runChange(undo, options({ yes: true }), host);
      return host.err();
    };

    it('is silent', async () => {
      expect(await errOf(await setUp(root))).toBe('');
    });

    it('is silent in a folder of the repository', async () => {
      const folder = join(root, 'shop');
      cpSync(root, join(root, '../', `${basename(root)}-copy`), { recursive: true });
      renameSync(join(root, '../', `${basename(root)}-copy`), folder);

      expect(await errOf(await setUp(folder), folder)).toBe('');
    });

    it.each<[string, string, string]>([
      ['another file is new', 'notes.txt', 'a'],
      ['another file changed', 'app/page.tsx', 'a'],
      ['a file of the plan changed more', 'package.json', '{ "dependencies": { "next": "16.4.5" } }'],
    ])('control: warns if %s', async (_case, path, text) => {
      const undo = await setUp(root);
      writeFileSync(join(root, path), text);
      const left = undo.plan({} as never, {} as never, {});
      const changes = left.changes.map((change) =>
        change.path === path
          ? {
              path,
              before: text,
              after: `${text}
`,
            }
          : change,
      );

      expect(await errOf(commandOf(changes))).toMatch(/^Git has changes/);
    });

    it('control: warns of a lock file alone', async () => {
      const undo = await setUp(root);
      git('add', 'adit.config.ts', 'package.json');
      git('commit', '-qm', 'init');
      const { changes } = undo.plan({} as never, {} as never, {});

      expect(await errOf(commandOf(changes.slice(0, 1)))).toMatch(/^Git has changes/);
    });
  });

  it('is silent outside a Git repository', async () => {
    const host = recordedHost(root);

    await runChange(commandOf(), options({ yes: true }), host);

    expect(host.err()).toBe('');
  });
});
