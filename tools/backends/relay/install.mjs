// Installs Relay's own code from PyPI, once, in a separate virtual environment.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../src/projects.mjs';

export const RELAY_VERSION = '0.10.1';

const FOLDER = join(ROOT, 'node_modules/.cache/adit-backends/relay', RELAY_VERSION);
const PYTHON = join(FOLDER, 'bin/python');
const INSTALL_TIMEOUT_MS = 180_000;

const run = (command, args) =>
  spawnSync(command, args, { encoding: 'utf8', timeout: INSTALL_TIMEOUT_MS, maxBuffer: 1 << 28 });
const imports = () =>
  existsSync(PYTHON) && run(PYTHON, ['-c', 'import sentry_relay.processing']).status === 0;
const lastLine = ({ error, stderr, stdout }) =>
  error?.message ?? `${stdout}${stderr}`.trim().split('\n').at(-1) ?? 'no reason given';

/** Installs Relay's code unless it is installed. Returns its Python, or the reason in one line why it cannot. */
export function installRelay() {
  if (imports()) return { python: PYTHON };
  rmSync(FOLDER, { recursive: true, force: true });
  const steps = [
    ['python3', ['-m', 'venv', FOLDER]],
    [PYTHON, ['-m', 'pip', 'install', '--quiet', '--no-input', `sentry-relay==${RELAY_VERSION}`]],
  ];
  for (const [command, args] of steps) {
    const result = run(command, args);
    if (result.status !== 0) return { problem: `${command} ${args.join(' ')}: ${lastLine(result)}` };
  }
  return imports() ? { python: PYTHON } : { problem: 'sentry-relay is installed, but cannot be imported' };
}

/** The events after Relay's processing, in order: `{ normalised, stripped }`, or `{ error }`. */
export function passThroughRelay(python, events) {
  const input = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const { status, stdout, stderr } = spawnSync(python, [join(import.meta.dirname, 'relay.py')], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const answers = stdout.split('\n').filter(Boolean);
  if (status !== 0 || answers.length !== events.length)
    throw new Error(`Relay answered ${answers.length} of ${events.length} events: ${stderr}`);
  return answers.map((answer) => JSON.parse(answer));
}

/** The normaliser's complaints about an event, one line each. */
export function complaintsOf({ error, normalised }) {
  if (error !== undefined) return [error.split('\n')[0]];
  return (normalised.errors ?? []).map(
    ({ name, type, reason, attribute }) => `${name}: ${reason ?? attribute ?? type}`,
  );
}
