import { execFileSync, execSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { workspaceRoot } from './workspace-root.mjs';

const ROOT = workspaceRoot();
const TARGETS = ['lint', 'typecheck', 'test', 'readme', 'build', 'package-check'];

let clone;

const run = (command, args) =>
  execFileSync(command, args, {
    cwd: clone,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    // A plan lists every file that a task reads.
    maxBuffer: 1e8,
    env: {
      ...process.env,
      NX_DAEMON: 'false',
      // A process for each plugin costs more than the isolation is worth here.
      NX_ISOLATE_PLUGINS: 'false',
      NX_WORKSPACE_ROOT_PATH: clone,
    },
  });
const git = (...args) => run('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args]);

/** The tasks of `nx affected` after the last commit of the scratch clone, each with its inputs as Nx plans them. */
function affectedPlans() {
  const output = run('npx', [
    'nx',
    'affected',
    '-t',
    ...TARGETS,
    '--base=HEAD~1',
    '--head=HEAD',
    '--graph=stdout',
  ]);
  return JSON.parse(output.slice(output.indexOf('{'))).taskPlans;
}

/** Their names, for lint and unit tests. Builds of required libraries are tasks too, and come from the cache. */
const affectedTasks = () =>
  Object.keys(affectedPlans())
    .filter((task) => /:(?:lint|test)$/.test(task))
    .sort();

/** Whether a file is among the inputs, such as `router:libs/router/**\/*,!libs/router/**\/*.md`. */
const reads = (inputs, file) =>
  inputs.some((input) => {
    const globs = input.slice(input.indexOf(':') + 1).split(',');
    const matching = (isExcluded) =>
      globs.some((glob) => glob.startsWith('!') === isExcluded && matchesGlob(file, glob.replace(/^!/, '')));
    return matching(false) && !matching(true);
  });

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
    [
      'create-adit:lint',
      'create-adit:test',
      'docs:lint',
      'docs:test',
      'fallback-ui:lint',
      'fallback-ui:test',
      'kits:lint',
      'kits:test',
      'next:lint',
      'next:test',
      'web-e2e:lint',
      'web:lint',
    ],
  ],
  [
    'tunnel',
    [
      'create-adit:lint',
      'create-adit:test',
      'docs:lint',
      'docs:test',
      'kits:lint',
      'kits:test',
      'next:lint',
      'next:test',
      'operations:lint',
      'operations:test',
      'tunnel-server:lint',
      'tunnel-server:test',
      'tunnel:lint',
      'tunnel:test',
      'web-e2e:lint',
      'web:lint',
    ],
  ],
])(
  'S37 a change in %s runs the tasks of that library, its dependents and the site only',
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

it("a change in a library's README or docs runs its small `readme` target; the rest comes from the cache", () => {
  changeAndCommit('libs/router/README.md', '\n');

  const plans = Object.entries(affectedPlans());
  const readersOf = (file) => plans.filter(([, inputs]) => reads(inputs, file)).map(([task]) => task);
  expect(plans.length).toBeGreaterThan(10);
  expect(readersOf('libs/router/README.md')).toEqual(['router:readme']);
  expect(readersOf('libs/router/docs/guide.md')).toEqual(['router:readme']);
  expect(readersOf('libs/router/src/index.ts')).toEqual(
    expect.arrayContaining(['router:build', 'router:lint', 'router:readme', 'router:test']),
  );
}, 120_000);

it('a project is not linted again if the workspace was linted and only documents have changed', () => {
  const lint = () => {
    const { status, stdout } = spawnSync('node', ['tools/src/lint.mjs', 'tools/src/projects.mjs'], {
      cwd: clone,
      encoding: 'utf8',
    });
    return [status, stdout.trim()];
  };
  const [{ runtime }] = JSON.parse(readFileSync(join(clone, 'nx.json'), 'utf8')).namedInputs
    .repositoryWithoutDocuments;
  writeFileSync(join(clone, 'tools/lint-passed.txt'), execSync(runtime, { cwd: clone }));

  appendFileSync(join(clone, 'README.md'), '\n');
  expect(lint()).toEqual([0, 'Linted with the whole workspace.']);
  appendFileSync(join(clone, 'tools/src/projects.mjs'), 'var unused;\n');
  expect(lint()).toEqual([1, expect.stringContaining('projects.mjs')]);
}, 120_000);
