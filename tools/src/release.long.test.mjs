import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-root.mjs';

const PLAN = '---\ncommon: minor\n---\n\nDSNs may have a path.\n';

let clone;

const run = (command, ...args) =>
  execFileSync(command, args, {
    cwd: clone,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NX_DAEMON: 'false',
      NX_WORKSPACE_ROOT_PATH: clone,
      NX_CACHE_PROJECT_GRAPH: 'false',
      GIT_AUTHOR_NAME: 't',
      GIT_AUTHOR_EMAIL: 't@example.com',
      GIT_COMMITTER_NAME: 't',
      GIT_COMMITTER_EMAIL: 't@example.com',
    },
  });
const read = (file) => readFileSync(join(clone, file), 'utf8');
const readJson = (file) => JSON.parse(read(file));
const next = (version) => version.replace(/\d+$/, (patch) => Number(patch) + 1);

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'adit-release-'));
  execFileSync('git', ['clone', '--quiet', '--local', workspaceRoot(), clone]);
  symlinkSync(join(workspaceRoot(), 'node_modules'), join(clone, 'node_modules'));
  // .gitignore matches the folder, not a link to one.
  writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
  run('git', 'rm', '--quiet', '-r', '--ignore-unmatch', '.nx/version-plans');
  run('git', 'commit', '--quiet', '--allow-empty', '--message', 'No plan');
});

afterAll(() => rmSync(clone, { recursive: true, force: true }));

it('a release without a version plan changes nothing', () => {
  const head = run('git', 'rev-parse', 'HEAD');

  expect(run('npm', 'run', '--silent', 'release')).toContain('nothing to release');
  expect(run('git', 'rev-parse', 'HEAD')).toBe(head);
});

it('a release gives what a plan names a version, and each package that depends on it, as one commit with tags', () => {
  const { version } = readJson('libs/common/package.json');
  const monitoring = readJson('libs/monitoring-client/package.json').version;
  run('mkdir', '-p', '.nx/version-plans');
  writeFileSync(join(clone, '.nx/version-plans/plan.md'), PLAN);
  expect(() => run('npm', 'run', '--silent', 'release')).toThrow('Commit your changes first');
  run('git', 'add', '.nx/version-plans');
  run('git', 'commit', '--quiet', '--message', 'A plan');

  expect(run('npm', 'run', '--silent', 'release', '--', '--dry-run')).toContain('DSNs may have a path.');
  expect(run('git', 'status', '--porcelain')).toBe('');

  run('npm', 'run', '--silent', 'release');
  expect(run('git', 'status', '--porcelain')).toBe('');
  expect(run('git', 'tag', '--points-at', 'HEAD').split('\n')).toEqual(
    expect.arrayContaining([`common@${next(version)}`, `next@${readJson('libs/next/package.json').version}`]),
  );
  const { dependencies } = readJson('libs/envelope/package.json');
  expect(dependencies['@adit/common']).toBe(next(version));
  // A package that no plan names and whose dependencies are unchanged keeps its version.
  expect(readJson('libs/monitoring-client/package.json').version).toBe(monitoring);
  // Applications of the workspace and examples are not published, and name the current versions.
  expect(readJson('apps/web/package.json').dependencies['@adit/next']).toBe(
    readJson('libs/next/package.json').version,
  );
  const lock = readJson('package-lock.json').packages;
  expect(lock['libs/common'].version).toBe(next(version));
  expect(lock['libs/envelope'].dependencies['@adit/common']).toBe(next(version));

  expect(read('libs/common/CHANGELOG.md')).toMatch(
    new RegExp(`^# Changelog\n\n## ${next(version)} \\(.*\\)\n[^#]*- DSNs may have a path\\.`),
  );
  expect(read('libs/envelope/CHANGELOG.md')).toContain(`- It uses common ${next(version)}.`);
  expect(readJson('libs/common/api/released.json')).toEqual({
    version: next(version),
    reports: {
      'adit-options.api.md': expect.stringMatching(/^[0-9a-f]{64}$/),
      'index.api.md': expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  expect(run('git', 'ls-files', '.nx')).toBe('');
}, 240_000);
