import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningExample } from './example-test.ts';

/** What {@link startProcess} starts. */
export interface ProcessOptions {
  /** The script that Node runs, with its arguments. */
  readonly command: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The address of the server. The process is up as soon as it accepts a connection there. */
  readonly origin: string;
}

/** Time between two looks whether a server is up, in milliseconds. */
const LOOK_MS = 50;

/**
 * Starts a server of an installed example, and resolves when it answers.
 * @throws if the process ends before
 */
export async function startProcess({
  command,
  folder,
  env,
  origin,
}: ProcessOptions): Promise<RunningExample> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { PATH, HOME, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
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
      child.kill('SIGKILL');
      await exited;
    },
  };
}
