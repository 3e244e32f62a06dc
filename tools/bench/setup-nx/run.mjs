// `node tools/bench/setup-nx/run.mjs`: how long `nx g @adit/nx:setup --all` takes in a workspace of 20 small Next
// applications, and which projects Nx finds affected afterwards. `npm install`, which the generator requests at its
// end, is left out, because it depends on the network.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { median, readCount } from '../suite.mjs';
import { writeWorkspace } from './workspace.mjs';

const { values } = parseArgs({ options: { applications: { type: 'string' }, runs: { type: 'string' } } });
const applications = readCount(values, 'applications', 20);
const runs = readCount(values, 'runs', 3);

/** Runs a command in a folder. If it fails, prints its output and exits. */
function run(folder, command, ...args) {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      CI: '1',
      NX_DAEMON: 'false',
      PATH: `${join(folder, 'node_modules/bin')}:${process.env.PATH}`,
    },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return { stdout, seconds: (performance.now() - start) / 1_000 };
}
const git = (folder, ...args) =>
  run(folder, 'git', '-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...args).stdout;
const nx = (folder, ...args) => run(folder, 'node', 'node_modules/nx/dist/bin/nx.js', ...args);
const affected = (folder) =>
  JSON.parse(nx(folder, 'show', 'projects', '--affected', '--base=HEAD', '--json').stdout).sort();

/** The tasks that a build of the affected projects would run. */
function tasks(folder) {
  const file = join(folder, '.nx/graph.json');
  nx(folder, 'affected', '-t', 'build', '--base=HEAD', `--graph=${file}`);
  return Object.keys(JSON.parse(readFileSync(file, 'utf8')).tasks.tasks).sort();
}

function commit(folder) {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'commit');
}

/** A command `npm` that only records that it was called. */
function standInForNpm(folder) {
  const bin = join(folder, 'node_modules/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$@" >> "${join(bin, 'called')}"\necho 11.0.0\n`);
  chmodSync(join(bin, 'npm'), 0o755);
  return () => readFileSync(join(bin, 'called'), 'utf8').trim().split('\n');
}

function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'adit-setup-nx-'));
  try {
    const names = writeWorkspace(folder, applications);
    const called = standInForNpm(folder);
    git(folder, 'init', '-q');
    commit(folder);
    nx(folder, 'show', 'projects');
    const all = nx(folder, 'g', '@adit/nx:setup', '--all');
    const changed = git(folder, 'status', '--porcelain', '-uall').trim().split('\n').length;
    const afterAll = affected(folder);
    const tasksAfterAll = tasks(folder);
    commit(folder);
    const again = nx(folder, 'g', '@adit/nx:setup', '--all');
    const changedAgain = git(folder, 'status', '--porcelain').trim();
    const nothing = affected(folder);

    writeFileSync(join(folder, `apps/${names[0]}/adit.config.ts`), 'export default {};\n');
    const afterOne = affected(folder);
    const tasksAfterOne = tasks(folder);
    return {
      seconds: all.seconds,
      secondsAgain: again.seconds,
      changed,
      changedAgain,
      afterAll,
      tasksAfterAll,
      nothing,
      afterOne,
      tasksAfterOne,
      installs: called().filter((line) => line.startsWith('install')).length,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const results = [];
for (let round = 1; round <= runs; round += 1) {
  results.push(measure());
  console.log(`run ${round}: ${results.at(-1).seconds.toFixed(1)} s`);
}
const [first] = results;
const of = (key) => median(results.map((result) => result[key])).toFixed(1);
console.log(`set-up of ${applications}: ${of('seconds')} s (median)`);
console.log(`again: ${of('secondsAgain')} s; changes: ${first.changedAgain || 'none'}`);
console.log(`files changed: ${first.changed}; installs asked for: ${first.installs}`);
console.log(
  `affected by the set-up: ${first.afterAll.length} projects, @acme/notes ${first.afterAll.includes('@acme/notes') ? 'too' : 'not'}`,
);
console.log(`builds then: ${first.tasksAfterAll.length}`);
console.log(`affected after a commit and a second set-up: ${first.nothing.length} projects`);
console.log(
  `affected by a change of one adit.config: ${first.afterOne.join(', ')}; builds: ${first.tasksAfterOne.join(', ')}`,
);
