import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { SUITES } from './test-suites.mjs';
import { workspaceRoot } from './workspace-root.mjs';

const ROOT = workspaceRoot();
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const text = read('.github/workflows/release.yml');
const { on, permissions, jobs } = parse(text);
const { steps } = jobs.publish;
const commands = steps.map(({ run }) => run).filter(Boolean);
const indexOf = (part) => commands.findIndex((command) => command.includes(part));

it('a person starts the release, and it is a dry run unless asked for more', () => {
  expect(Object.keys(on)).toEqual(['workflow_dispatch']);
  expect(on.workflow_dispatch.inputs['dry-run'].default).toBe(true);
});

it('it may ask for an identity and nothing else, and has no token', () => {
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  expect(jobs.publish.environment).toBe('release');
  expect(text).not.toMatch(/secrets\.|TOKEN/);
});

it('it has the Node and npm of trusted publishing', () => {
  const setup = steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'));

  expect(setup.with['node-version']).toBeGreaterThanOrEqual(24);
  expect(commands[indexOf('npm --version')]).toContain(">=11.5.1'");
});

it('it checks packages and reports, and names the repository, before it publishes as its last step', () => {
  const order = ['npm ci', 'package-check', 'nx api tools', 'npm run sbom', 'npm pkg set', 'release publish'];

  expect(order.map(indexOf)).toEqual([...order.map(indexOf)].sort((a, b) => a - b));
  expect(order.map(indexOf)).not.toContain(-1);
  expect(steps.at(-1).run).toContain('nx release publish');
  expect(steps.at(-1).env.NPM_CONFIG_PROVENANCE).toBe(true);
});

it.each(readdirSync(join(ROOT, '.github/workflows')))(
  '%s pins actions and runs scripts and suites that exist',
  (file) => {
    const workflow = read(`.github/workflows/${file}`);
    const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    const { scripts } = JSON.parse(read('package.json'));

    expect(actions.length).toBeGreaterThan(1);
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
    const named = [...workflow.matchAll(/run: npm run (\S+)/g)].map(([, script]) => script);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    const suites = [...workflow.matchAll(/run: npm test -- (\S+)/g)].map(([, suite]) => suite);
    expect(suites.filter((suite) => !(suite in SUITES))).toEqual([]);
  },
);

it("the step before gives each package the workflow's repository", () => {
  const folder = mkdtempSync(join(tmpdir(), 'adit-repository-'));
  try {
    mkdirSync(join(folder, 'libs/one'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "name": "root", "workspaces": ["libs/*"] }');
    writeFileSync(join(folder, 'libs/one/package.json'), '{ "name": "one", "version": "1.0.0" }');
    const env = { ...process.env, GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'a/b' };
    execFileSync('bash', ['-c', commands[indexOf('npm pkg set')]], { cwd: folder, env, stdio: 'pipe' });

    const { repository } = JSON.parse(readFileSync(join(folder, 'libs/one/package.json'), 'utf8'));
    expect(repository).toEqual({ type: 'git', url: 'git+https://git.example/a/b.git' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the form for bugs has every published package', () => {
  const { body } = parse(read('.github/ISSUE_TEMPLATE/bug.yml'));
  const names = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .map((name) => JSON.parse(read(`${folder}/${name}/package.json`)))
      .filter((manifest) => !manifest.private)
      .map(({ name }) => name),
  );

  expect(body.find(({ id }) => id === 'package').attributes.options).toEqual(names.sort());
});
