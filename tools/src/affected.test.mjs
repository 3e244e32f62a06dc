import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-root.mjs';

const ROOT = workspaceRoot();
const TARGETS = ['lint', 'typecheck', 'test', 'build'];

let clone;

const run = (command, args) =>
  execFileSync(command, args, {
    cwd: clone,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      NX_DAEMON: 'false',
      NX_WORKSPACE_ROOT_PATH: clone,
      NX_CACHE_PROJECT_GRAPH: 'false',
    },
  });
const git = (...args) => run('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args]);

/** The projects whose tasks `nx affected` would run after the last commit of the scratch clone. */
function affectedProjects() {
  const output = run('npx', [
    'nx',
    'affected',
    '-t',
    ...TARGETS,
    '--base=HEAD~1',
    '--head=HEAD',
    '--graph=stdout',
  ]);
  const { tasks } = JSON.parse(output.slice(output.indexOf('{')));
  const requested = Object.values(tasks.tasks).filter(({ target }) => TARGETS.includes(target.target));
  return {
    projects: [...new Set(requested.map(({ target }) => target.project))].sort(),
    tasks: Object.keys(tasks.tasks),
  };
}

function changeAndCommit(file, text) {
  appendFileSync(join(clone, file), text);
  git('commit', '--quiet', '--all', '--message=change');
}

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'adit-affected-'));
  execFileSync('git', ['clone', '--quiet', '--local', ROOT, clone]);
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
});

afterAll(() => rmSync(clone, { recursive: true, force: true }));

it('S37 a change in one library runs the tasks of that library and its dependents only', () => {
  changeAndCommit('libs/fallback-ui/src/index.ts', '// change\n');
  const { projects, tasks } = affectedProjects();

  expect(projects).toEqual(expect.arrayContaining(['fallback-ui', 'web']));
  expect(tasks).toEqual(expect.arrayContaining(TARGETS.map((target) => `fallback-ui:${target}`)));
  for (const untouched of ['router', 'tunnel', 'tunnel-server', 'monitoring-config', 'monitoring-client']) {
    expect(tasks).not.toContain(`${untouched}:test`);
    expect(tasks).not.toContain(`${untouched}:lint`);
  }
}, 120_000);

it('S37 a change in a document runs the tasks of no library', () => {
  changeAndCommit('docs/architecture.md', '\n');

  expect(affectedProjects().projects.filter((project) => project !== 'tools')).toEqual([]);
}, 120_000);
