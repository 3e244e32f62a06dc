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

/**
 * What `nx affected` would run after the last commit of the scratch clone. Builds are left out: those of libraries that
 * something affected needs are among the tasks too, and come from the cache.
 */
function affectedTasks() {
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
  return Object.keys(tasks.tasks)
    .filter((task) => /:(?:lint|test)$/.test(task))
    .sort();
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

it.each([
  [
    'fallback-ui',
    ['fallback-ui:lint', 'fallback-ui:test', 'next:lint', 'next:test', 'web-e2e:lint', 'web:lint'],
  ],
  [
    'tunnel',
    [
      'next:lint',
      'next:test',
      'tunnel-server:lint',
      'tunnel-server:test',
      'tunnel:lint',
      'tunnel:test',
      'web-e2e:lint',
      'web:lint',
    ],
  ],
])(
  'S37 a change in %s runs the tasks of that library and its dependents only',
  (library, tasks) => {
    changeAndCommit(`libs/${library}/src/index.ts`, '// change\n');

    expect(affectedTasks()).toEqual(tasks);
  },
  120_000,
);

it('S37 a change in a document runs the tasks of no library', () => {
  changeAndCommit('docs/architecture.md', '\n');

  expect(affectedTasks()).toEqual([]);
}, 120_000);
