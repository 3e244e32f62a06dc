import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { FRAMEWORKS } from '@adit/codebase';
import { recordedHost } from '../testing/recorded-host.helper.ts';
import { appRouter, makeRepository, textsOf } from '../testing/repository.helper.ts';
import { createAbilities } from './abilities.ts';
import { runCli } from './cli.ts';

const README = readFileSync(join(__dirname, '../README.md'), 'utf8');
const COMMANDS = /```sh\n([\s\S]*?)```/
  .exec(README)![1]!
  .trim()
  .split('\n')
  .map((line) => line.replace(/\s*#.*/, ''));

it('its first lines set up an application, check it, and take Adit out again', async () => {
  const root = makeRepository({ ...appRouter(), 'package-lock.json': '{}\n' });
  try {
    const before = textsOf(root);
    const changed: boolean[] = [];
    for (const line of COMMANDS) {
      const [, args = ''] = /^npx @adit\/cli (.*)$/.exec(line) ?? [];
      const host = recordedHost(root);
      expect([line, await runCli(args.split(' '), createAbilities({}, '22.12.0'), '1.0.0', host)]).toEqual([
        line,
        0,
      ]);
      changed.push(JSON.stringify(textsOf(root)) !== JSON.stringify(before));
    }
    expect(changed).toEqual([false, true, true, false]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('shows lines that doctor prints', async () => {
  const root = makeRepository({ ...appRouter(), 'package-lock.json': '{}\n' });
  const run = async (...args: string[]) => {
    const host = recordedHost(root);
    await runCli(args, createAbilities({}, '22.12.0'), '1.0.0', host);
    return host.out();
  };
  try {
    await run('init', '--yes');
    rmSync(join(root, 'instrumentation-client.ts'));
    const services =
      'services:\n  shop:\n    build: .\n    environment:\n      PORT: 80\n  edge:\n    image: nginx\n';
    writeFileSync(join(root, 'compose.yaml'), services);
    const lines = (await run('doctor')).split('\n');
    const [, shown = ''] = /```text\n([\s\S]*?)```/.exec(README) ?? [];

    expect(shown.trim().split('\n')).toHaveLength(3);
    expect(lines).toEqual(expect.arrayContaining(shown.trim().split('\n')));
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('names every command and option that --help prints', async () => {
  const abilities = createAbilities({}, '22.12.0');
  const commands = [...abilities.changes.map(({ name }) => name), 'doctor'];
  for (const command of commands) {
    const host = recordedHost('/');
    await runCli([command, '--help'], abilities, '1.0.0', host);
    const options = [...host.out().matchAll(/ (--[a-z-]+)/g)].map(([, option]) => option!);
    expect(options.length).toBeGreaterThan(4);
    for (const text of [command, ...options.filter((option) => option !== '--help')])
      expect(README).toContain(`\`${text}`);
  }
});

it.each([[['tail']], [['budget']], [['policy', 'check']], [['policy', 'try']]])(
  'names %j and its options',
  async (command) => {
    const host = recordedHost('/');
    await runCli([...command, '--help'], createAbilities({}, '22.12.0'), '1.0.0', host);
    const options = [...host.out().matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option!);
    expect(options).toContain('--json');
    for (const text of [command.join(' '), ...options]) expect(README).toContain(`\`${text}`);
  },
);

it('has at most 150 lines', () => {
  expect(README.split('\n').length).toBeLessThanOrEqual(151);
});

it.each(Object.values(FRAMEWORKS))('docs/frameworks.md has a row for $title', ({ title, dependency }) => {
  const document = readFileSync(join(__dirname, '../docs/frameworks.md'), 'utf8');
  expect(document).toMatch(new RegExp(`^\\| ${title} .*\`${dependency}\``, 'm'));
});
