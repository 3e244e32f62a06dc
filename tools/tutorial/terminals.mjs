// Terminals of a reader: one for single commands, others that keep running until they are stopped.
import { spawn } from 'node:child_process';
import { clearTimeout, setTimeout } from 'node:timers';
import { hasLines } from '../src/tutorial-steps.mjs';
import { until } from '../src/until.mjs';

/** How long a reader waits for promised output, in milliseconds. */
const PATIENCE_MS = 240_000;
/** The time that a command has to end after Ctrl+C, in milliseconds. */
const STOP_MS = 20_000;

/** Terminals in a folder. `cd` in a single command applies to all later ones, also to new terminals. */
export function createTerminals({ folder, env }) {
  let cwd = folder;
  /** The last output of the single commands. */
  let printed = '';
  const running = new Map();

  const open = (commands, stdio) => spawn('bash', ['-euc', commands], { cwd, env, stdio, detached: true });

  /** Types the commands and waits for their end. @throws Error with their output if they fail */
  async function run(commands) {
    printed = '';
    const child = open(`${commands}\npwd >&3`, ['ignore', 'pipe', 'pipe', 'pipe']);
    let place = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
    child.stdio[3].on('data', (chunk) => (place += chunk));
    const limit = setTimeout(() => end(child, 'SIGKILL'), PATIENCE_MS);
    const status = await new Promise((resolve) => child.once('close', resolve));
    clearTimeout(limit);
    if (status !== 0) throw new Error(`${commands}ended with ${status}:\n${printed.slice(-4_000)}`);
    cwd = place.trim();
  }

  /** Types commands that keep running. */
  function start(name, commands) {
    if (running.has(name)) throw new Error(`the terminal “${name}” is busy`);
    const child = open(commands, ['ignore', 'pipe', 'pipe']);
    const terminal = { child, printed: '', ended: new Promise((resolve) => child.once('close', resolve)) };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (terminal.printed += chunk));
    running.set(name, terminal);
  }

  /** Presses Ctrl+C and waits for the end. */
  async function stop(name) {
    const terminal = running.get(name);
    if (terminal === undefined) throw new Error(`there is no terminal “${name}”`);
    running.delete(name);
    end(terminal.child, 'SIGINT');
    const limit = setTimeout(() => end(terminal.child, 'SIGKILL'), STOP_MS);
    await terminal.ended;
    clearTimeout(limit);
  }

  const read = (name) => (name === undefined ? printed : (running.get(name)?.printed ?? ''));

  return {
    run,
    start,
    stop,
    folder: () => cwd,
    /** Waits until the lines are printed. @throws Error with the output instead */
    async waitFor(name, lines) {
      await until(`printed by ${name ?? 'the commands'}`, () => hasLines(read(name), lines), {
        timeoutMs: PATIENCE_MS,
        describe: () => `\n${lines.join('\n')}\nbut:\n${read(name).slice(-4_000)}`,
      });
    },
    /** Ends everything that is still running. */
    stopAll: () => Promise.all([...running.keys()].map(stop)),
    /** The last output of each terminal, for the report of a failure. */
    tails: () =>
      [...running].map(([name, terminal]) => `— ${name} —\n${terminal.printed.slice(-1_500)}`).join('\n'),
  };
}

/** Ends the command and its children. */
function end(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // They have already ended.
  }
}
