import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { recordedHost } from '../testing/recorded-host.helper.ts';
import { appRouter, makeRepository, textsOf } from '../testing/repository.helper.ts';
import { type Abilities, runCli } from './cli.ts';

let root: string;
beforeEach(() => {
  root = makeRepository({
    'package.json': '{ "workspaces": ["apps/*"] }',
    ...appRouter('apps/admin', 'admin'),
    ...appRouter('apps/shop', 'shop'),
  });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A command that writes a file into each application, and a doctor without findings. */
const ABILITIES: Abilities = {
  changes: [
    {
      name: 'init',
      summary: 'Set up applications',
      nothing: 'Nothing to do.',
      next: () => 'sleep.',
      plan: (_repository, _files, { applications = [] }) => ({
        changes: applications.map((folder) => ({ path: `${folder}/a.ts`, before: undefined, after: 'a\n' })),
        steps: [],
      }),
    },
    {
      name: 'convert',
      summary: 'Convert applications',
      raisesSdk: true,
      nothing: 'Nothing to do.',
      plan: (_repository, _files, { applications = [], sdk }) => ({
        changes: applications.map((folder) => ({
          path: `${folder}/sdk.txt`,
          before: undefined,
          after: `${sdk ?? 'kept'}\n`,
        })),
        steps: [],
      }),
    },
    {
      name: 'remove',
      summary: 'Fail',
      nothing: '',
      plan: () => {
        throw new TypeError('this is a defect');
      },
    },
  ],
  doctor: {
    diagnose: ({ applications }) => ({
      version: 1,
      findings: applications.map(({ folder }) => ({
        check: 'a',
        application: folder,
        level: 'ok',
        message: 'is well',
      })),
    }),
    markMendable: (report) => report,
    planFixes: () => ({ changes: [], steps: [] }),
    checkOnline: async (url) => [{ check: 'online', application: '', level: 'ok', message: url }],
    exitCode: () => 0,
  },
  tail: () => Promise.resolve(0),
  checkPolicy: () => 0,
  signPolicy: () => Promise.resolve(0),
  tryPolicy: () => Promise.resolve(0),
  budget: () => Promise.resolve(0),
  mcp: () => Promise.resolve(0),
};
const run = async (args: string, answers = {}) => {
  const host = recordedHost(root, answers);
  const exitCode = await runCli(args.split(' '), ABILITIES, '1.2.3', host);
  return { exitCode, out: host.out(), err: host.err(), asked: host.asked };
};
const written = () => Object.keys(textsOf(root)).filter((path) => path.endsWith('/a.ts'));

it('--app may be repeated', async () => {
  expect(await run('init --yes --app shop --app apps/admin')).toMatchObject({ exitCode: 0 });
  expect(written()).toEqual(['apps/admin/a.ts', 'apps/shop/a.ts']);
});

it('--app names one of several applications', async () => {
  await run('init --app shop -y');
  expect(written()).toEqual(['apps/shop/a.ts']);
});

it('--sdk is passed on, and is for one command', async () => {
  await run('convert --app shop -y --sdk 11');
  await run('convert --app admin -y');
  expect([textsOf(root)['apps/shop/sdk.txt'], textsOf(root)['apps/admin/sdk.txt']]).toEqual([
    '11\n',
    'kept\n',
  ]);
  for (const args of ['init --yes --sdk 11', 'convert --yes --sdk 12'])
    expect(await run(args)).toMatchObject({ exitCode: 2 });
});

it('--dry-run writes nothing', async () => {
  const { out } = await run('init --dry-run');
  expect(out).toContain('+++ b/apps/shop/a.ts');
  expect(written()).toEqual([]);
});

it('asks which of several applications, then whether to write', async () => {
  const { exitCode, asked } = await run('init', { canAsk: true, chooses: ['apps/shop'], confirms: true });

  expect(exitCode).toBe(0);
  expect(asked).toEqual(['Which applications? apps/admin, apps/shop', 'Write 1 file?']);
});

it('--json asks nothing, even in a terminal', async () => {
  const { exitCode, out, err, asked } = await run('init --json', { canAsk: true });

  expect([exitCode, asked]).toEqual([2, []]);
  expect(JSON.parse(out)).toEqual({ version: 1, error: expect.stringContaining('pass --app FOLDER') });
  expect(err).toMatch(/^adit: there are 2 applications: .*\n$/);
});

describe('doctor', () => {
  it('checks all applications', async () => {
    expect(JSON.parse((await run('doctor --json')).out)).toMatchObject({ findings: [{}, {}] });
  });

  it('takes --online and --fix', async () => {
    const { out } = await run('doctor --online http://localhost:3000 --fix --yes --app shop');
    expect(out).toContain('✔ online  http://localhost:3000');
  });
});

describe('ends with 2 and one line', () => {
  it.each([
    [
      'in a folder without an application',
      'init',
      'none',
      '; run the command in the folder of your application',
    ],
    ['for an unknown application', 'init --app blog', '', '--app blog is not an application here'],
    ['for an unknown option', 'init --force', '', "adit: unknown option '--force'"],
    ['for an unknown command', 'install', '', "adit: unknown command 'install'"],
  ])('%s', async (_case, args, folder, reason) => {
    const place = folder === '' ? root : makeRepository({ 'notes.txt': '' });
    const host = recordedHost(place);

    expect(await runCli(args.split(' '), ABILITIES, '1.2.3', host)).toBe(2);

    expect(host.err()).toContain(reason);
    expect(host.err().trim().split('\n')).toHaveLength(1);
    if (place !== root) rmSync(place, { recursive: true });
  });
});

it('prints the reason and the stack of a defect', async () => {
  const { exitCode, err } = await run('remove --yes');

  expect(exitCode).toBe(2);
  expect(err).toMatch(/^adit: TypeError: this is a defect\n\s+at /);
});

it('prints a reason that is no error', async () => {
  const host = recordedHost(root);
  const failing = {
    ...ABILITIES,
    doctor: {
      ...ABILITIES.doctor,
      diagnose: () => {
        // oxlint-disable-next-line typescript/only-throw-error -- A library may throw anything.
        throw 'a reason';
      },
    },
  };

  expect(await runCli(['doctor'], failing, '1.2.3', host)).toBe(2);

  expect(host.err()).toBe('adit: a reason\n');
});

it('--version prints the version, --help the commands and exit codes, and both end with 0', async () => {
  expect(await run('--version')).toEqual({ exitCode: 0, out: '1.2.3\n', err: '', asked: [] });

  const { exitCode, out } = await run('--help');
  expect(exitCode).toBe(0);
  for (const text of ['init', 'doctor', 'Exit codes: 0']) expect(out).toContain(text);
});

it('without a command prints the commands, and ends with 2', async () => {
  const host = recordedHost(root);

  expect(await runCli([], ABILITIES, '1.2.3', host)).toBe(2);

  expect(host.err()).toMatch(/^Usage: adit /);
  expect(host.err()).not.toContain('adit: ');
});

it('--json prints the reason as JSON too, also for an unknown option', async () => {
  const { exitCode, out } = await run('doctor --json --force');

  expect(exitCode).toBe(2);
  expect(JSON.parse(out)).toEqual({ version: 1, error: "unknown option '--force'" });
});

it('--help of a command prints no defaults but that of --app', async () => {
  const { out } = await run('doctor --help');

  expect(out.match(/default/g)).toHaveLength(1);
});

it('works in any folder of the repository', async () => {
  const host = recordedHost(join(root, 'apps/shop/app'));

  expect(await runCli(['init', '--yes'], ABILITIES, '1.2.3', host)).toBe(0);

  expect(written()).toEqual(['apps/shop/a.ts']);
});
