// Installs and builds a program of each language, below the cache. Each function takes the name of a folder of
// `programs/` and resolves to the command that starts the program, or to the reason in one line why there is none.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installDebian, missingCommands } from '../../deploy/debian.mjs';
import { CACHE } from '../cache.mjs';
import { PROGRAMS, install } from './install.mjs';

const withCommand = ({ folder, problem }, command) =>
  folder === undefined ? { problem } : { folder, command: command(folder) };

const isThere = (command) => spawnSync('which', [command], { stdio: 'ignore' }).status === 0;

export async function python(name) {
  if (!isThere('python3')) return { problem: 'python3 is not installed here' };
  const steps = (folder) => [
    ['python3', '-m', 'venv', join(folder, 'venv')],
    [join(folder, 'venv/bin/pip'), 'install', '--quiet', '--retries=1', '-r', 'requirements.txt'],
  ];
  const found = await install({ name, steps });
  return withCommand(found, (folder) => [join(folder, 'venv/bin/python'), join(folder, 'main.py')]);
}

export async function go(name) {
  if (!isThere('go')) return { problem: 'Go is not installed here' };
  const cache = join(CACHE, 'sdks/go-cache');
  const env = { GOMODCACHE: join(cache, 'modules'), GOCACHE: join(cache, 'builds'), GOFLAGS: '-modcacherw' };
  const found = await install({ name, env, steps: () => [['go', 'build', '-o', 'program', '.']] });
  return withCommand(found, (folder) => [join(folder, 'program')]);
}

export async function rust(name) {
  if (!isThere('cargo')) return { problem: 'Rust is not installed here' };
  const env = { CARGO_TARGET_DIR: 'target' };
  const found = await install({ name, env, steps: () => [['cargo', 'build', '--quiet', '--locked']] });
  return withCommand(found, (folder) => [join(folder, 'target/debug/adit-rust')]);
}

export async function java(name) {
  if (!isThere('javac') || !isThere('mvn')) return { problem: 'a JDK with Maven is not installed here' };
  const maven = ['mvn', '-q', '-B', `-Dmaven.repo.local=${join(CACHE, 'sdks/maven')}`];
  const steps = () => [
    [...maven, 'dependency:copy-dependencies', '-DoutputDirectory=jars'],
    ['javac', '-nowarn', '-cp', 'jars/*', '-d', 'classes', 'Main.java'],
  ];
  const found = await install({ name, steps });
  return withCommand(found, (folder) => [
    'java',
    '-cp',
    [join(folder, 'jars/*'), join(folder, 'classes')].join(':'),
    'Main',
  ]);
}

const RUBY = { gem: 'sentry-ruby', package: 'ruby-sentry-ruby-core' };

/** If RubyGems is unreachable, Debian has the SDK. */
export function ruby(name, { gem, package: debian } = RUBY) {
  const isInstalled = () => spawnSync('ruby', ['-e', `require '${gem}'`], { stdio: 'ignore' }).status === 0;
  const problem = missingCommands({ ruby: 'ruby' });
  if (problem !== undefined) return { problem };
  if (!isInstalled()) installDebian([debian]);
  if (!isInstalled()) return { problem: `not found here: Debian’s package ${debian}` };
  return { command: ['ruby', join(PROGRAMS, name, 'main.rb')] };
}

const NODE_PROGRAM = join(PROGRAMS, 'node/main.mjs');

export const node = () => ({ command: [process.execPath, NODE_PROGRAM] });

/** Installs npm packages besides the workspace's own. No script of a package runs. */
const installJavascript = () =>
  install({
    name: 'javascript',
    steps: () => [['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']],
  });

/** Node's program with another transport, a module of `programs/javascript`. */
export async function transport(module) {
  const { folder, problem } = await installJavascript();
  if (folder === undefined) return { problem };
  return {
    command: [process.execPath, NODE_PROGRAM],
    args: [join(folder, module)],
  };
}

export async function cli() {
  const { folder, problem } = await installJavascript();
  if (folder === undefined) return { problem };
  return {
    command: [process.execPath, join(PROGRAMS, 'node/cli.mjs')],
    args: [join(folder, 'node_modules/.bin/sentry-cli')],
  };
}
