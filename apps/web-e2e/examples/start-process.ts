import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningExample } from './example-test.ts';

/** Options of {@link startProcess}. */
export interface ProcessOptions {
  /**
   * The script that Node runs, with its arguments. `ADIT_EXAMPLES_NODE` selects a Node other than that of the tests.
   */
  readonly command: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The address of the server. The process is ready once it accepts a connection there. */
  readonly origin: string;
  /** Called with the output of the process. Default: its errors are printed here. */
  readonly onOutput?: (text: string) => void;
}

/** The time between two checks whether a server is ready, in milliseconds. */
const LOOK_MS = 50;

/**
 * Starts a server of an installed example, and resolves when it answers.
 * @throws if the process ends before that
 */
export async function startProcess({
  command,
  folder,
  env,
  origin,
  onOutput,
}: ProcessOptions): Promise<RunningExample> {
  const { PATH = '', HOME = '', ADIT_EXAMPLES_NODE: node = process.execPath } = process.env;
  const child = spawn(node, command, {
    cwd: folder,
    env: { PATH, HOME, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    // In its own process group: `next dev` starts processes that would outlive it.
    detached: true,
    stdio: ['ignore', onOutput ? 'pipe' : 'ignore', onOutput ? 'pipe' : 'inherit'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => onOutput?.(chunk.toString()));
  const exited = once(child, 'exit');
  const isUp = (): Promise<boolean> =>
    fetch(origin).then(
      () => true,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended early`);
    await delay(LOOK_MS);
  }
  return {
    origin,
    stop: async () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await exited;
    },
  };
}
