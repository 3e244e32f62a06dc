import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { temporaryFolder } from './temporary-folder.mjs';
import { workspaceRoot } from './workspace-root.mjs';

const ACTION = join(workspaceRoot(), '.github/actions/doctor');
const text = readFileSync(join(ACTION, 'action.yml'), 'utf8');
const { inputs, runs } = parse(text);

const ERROR = {
  check: 'instrumentation',
  application: '',
  level: 'error',
  message: 'There is none',
  path: 'a.ts',
  line: 7,
};
const OK = { check: 'tunnel-path', application: '', level: 'ok', message: 'is well' };

/** A command of the runner that records its arguments, one in a line, and its standard output. */
function fake(folder, name, script) {
  writeFileSync(
    join(folder, name),
    `#!/bin/bash\nprintf '%s\\n' "$@" >> "${folder}/${name}.log"\n${script}\n`,
  );
  chmodSync(join(folder, name), 0o755);
}

/** Runs the steps as a runner does: each in a bash of its own, with the files that hand values on. */
function runAction({
  findings,
  output = JSON.stringify({ version: 1, findings }),
  code = 0,
  app = '',
  comments = [],
  number = 5,
  mayWrite = true,
}) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'comments.json'), JSON.stringify([comments.slice(0, 2), comments.slice(2)]));
  writeFileSync(join(folder, 'report.json'), output);
  fake(folder, 'npx', `cat "${folder}/report.json"; exit ${code}`);
  fake(
    folder,
    'gh',
    `slurp=''; body=''
while [ $# -gt 0 ]; do
  case "$1" in --slurp) slurp=yes;; --field) body="\${2#body=@}";; esac
  shift
done
if [ -n "$body" ]; then ${mayWrite ? `cp "$body" "${folder}/sent.md"` : 'exit 1'}; fi
if [ -n "$slurp" ]; then cat "${folder}/comments.json"; fi`,
  );
  const context = {
    'inputs.app': app,
    'inputs.working-directory': inputs['working-directory'].default,
    'github.action_path': ACTION,
    'github.token': 'token',
    'github.repository': 'shop/shop',
    'github.event.pull_request.number': String(number ?? ''),
    'runner.temp': folder,
  };
  const fill = (value) =>
    String(value).replace(/\$\{\{ (.*?) \}\}/g, (_all, name) => context[name] ?? `<${name}>`);
  let log = '';
  let failed = false;
  for (const step of runs.steps) {
    if (failed || (step.if !== undefined && !context[step.if])) continue;
    const outputs = join(folder, 'output');
    writeFileSync(outputs, '');
    const script = join(folder, 'step.sh');
    writeFileSync(script, step.run);
    const env = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]),
    );
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', script],
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          PATH: `${folder}:${dirname(process.execPath)}:/usr/bin:/bin`,
          GITHUB_OUTPUT: outputs,
          GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
          ...env,
        },
      },
    );
    log += stdout + stderr;
    for (const [, name, value] of readFileSync(outputs, 'utf8').matchAll(/^(\w+)=(.*)$/gm))
      context[`steps.${step.id}.outputs.${name}`] = value;
    failed = status !== 0;
  }
  const read = (name) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
  return {
    folder,
    failed,
    log,
    asked: read('npx.log'),
    gh: read('gh.log') ?? '',
    sent: read('sent.md'),
    summary: read('summary.md'),
  };
}

it('is a composite action whose lines hold no value of the pull request', () => {
  expect(runs.using).toBe('composite');
  for (const step of runs.steps) {
    expect(step.shell).toBe('bash');
    expect(step.run).not.toContain('${{');
  }
  expect(Object.values(inputs).every(({ description }) => description.length > 0)).toBe(true);
});

it('comments what is wrong, and fails on an error', () => {
  const { failed, asked, gh, sent, summary } = runAction({ findings: [OK, ERROR], code: 1 });

  expect(failed).toBe(true);
  expect(asked).toBe('--yes\n@adit/cli\ndoctor\n--json\n');
  expect(gh).toContain('--method\nPOST\nrepos/shop/shop/issues/5/comments\n');
  expect(sent).toBe(`<!-- adit-doctor  -->
**adit doctor**: 1 error, 0 warnings, 1 check passed.

| check | found | where | fix |
| --- | --- | --- | --- |
| ✖ \` instrumentation \` | \` There is none \` | \` a.ts:7 \` |  |
`);
  expect(summary).toBe(sent);
});

it('does not fail on warnings', () => {
  const { failed, sent } = runAction({ findings: [{ ...ERROR, level: 'warning' }] });

  expect(failed).toBe(false);
  expect(sent).toContain('0 errors, 1 warning');
  expect(sent).toContain('| ! ` instrumentation `');
});

it('changes its own comment, and no other', () => {
  const body = '<!-- adit-doctor  -->\r\nthe last one';
  const comments = [
    { id: 1, user: { type: 'User' }, body },
    { id: 2, user: { type: 'Bot' }, body: '<!-- adit-doctor apps%2Fshop -->\nof another application' },
    { id: 3, user: { type: 'Bot' }, body },
    { id: 4, user: { type: 'Bot' }, body },
  ];
  expect(runAction({ findings: [OK], comments }).gh).toContain('PATCH\nrepos/shop/shop/issues/comments/3\n');
  const ofShop = runAction({ findings: [OK], comments, app: 'apps/shop' });
  expect(ofShop.gh).toContain('PATCH\nrepos/shop/shop/issues/comments/2\n');
  expect(ofShop.asked).toBe('--yes\n@adit/cli\ndoctor\n--json\n--app\napps/shop\n');
});

it('runs nothing of what a pull request writes, and nothing in the comment is a link, HTML or a mention', () => {
  const evil = '$(touch evil) `touch evil` "; touch evil; # | <img src=x> @team [a](https://b)\nnext line';
  const { folder, sent, log, failed } = runAction({
    findings: [{ ...ERROR, message: evil }],
    app: '$(touch evil); --> @team',
  });
  const row = sent.split('\n').find((line) => line.includes('img'));

  expect([failed, log, existsSync(join(folder, 'evil'))]).toEqual([false, '', false]);
  expect(sent).toContain('<!-- adit-doctor %24(touch%20evil)%3B%20%2D%2D%3E%20%40team -->');
  // Outside code there is only the table.
  expect(row.replace(/`[^`]*`/g, '')).toBe('| ✖  |  |  |  |');
});

it('is short for many findings and long texts', () => {
  const { sent } = runAction({
    findings: Array(500).fill({ ...ERROR, message: 'x'.repeat(10_000), fix: 'y'.repeat(10_000) }),
  });

  expect(sent).toContain('… and 450 more.');
  expect(sent.length).toBeLessThan(65_536);
});

it.each([
  [
    JSON.stringify({ version: 1, error: 'no Next application in /shop' }),
    '**adit doctor**: could not run. ` no Next application in /shop `',
  ],
  ['npm error', '**adit doctor**: could not run. ` See the log of the job. `'],
])('says that the command could not run, and fails: %s', (output, line) => {
  const { failed, sent } = runAction({ output, code: 2 });

  expect(failed).toBe(true);
  expect(sent.split('\n')[1]).toBe(line);
});

it('without the right to comment, as for forks, it warns, and the summary has the text', () => {
  const { failed, log, sent, summary } = runAction({ findings: [OK], mayWrite: false });

  expect([failed, sent]).toEqual([false, undefined]);
  expect(log).toContain('::warning::The comment could not be written');
  expect(summary).toContain('0 errors, 0 warnings, 1 check passed.');
});

it('comments on pull requests alone', () => {
  const { failed, gh, summary } = runAction({ findings: [ERROR], code: 1, number: null });

  expect([failed, gh]).toEqual([true, '']);
  expect(summary).toContain('1 error');
});
