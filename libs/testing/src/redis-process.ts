import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** A real Redis that writes every change to its disk. */
export interface RedisProcess {
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Ends it with SIGKILL. Its files stay. */
  readonly kill: () => Promise<void>;
  /** Starts it again with its files. */
  readonly restart: () => Promise<void>;
  /** Ends it and removes its files. */
  readonly stop: () => Promise<void>;
}

/** A {@link RedisProcess} that listens on a port of loopback. */
export interface RedisOnPort extends RedisProcess {
  readonly port: number;
  readonly url: string;
}

/**
 * Starts a Redis in a folder of its own.
 * @param listen its arguments that say where it listens
 * @param settings further arguments, which override the others
 */
export async function startRedisProcess(
  listen: (folder: string) => readonly string[],
  settings: readonly string[] = [],
): Promise<RedisProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'adit-redis-'));
  const files = ['--dir', folder, '--appendonly', 'yes', '--save', ''];
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn('redis-server', [...listen(folder), ...files, ...settings], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await untilLogged(child, /ready to accept connections/i);
  };
  await start().catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  return {
    signal: (signal) => child.kill(signal),
    kill: () => endProcess(child),
    restart: start,
    stop: async () => {
      await endProcess(child);
      // A child of Redis that saves may end a little later than Redis.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Starts a {@link RedisOnPort}. In its settings, `%port` is its port. */
export async function startRedisOnPort(...settings: readonly string[]): Promise<RedisOnPort> {
  const port = await freePort();
  const server = await startRedisProcess(
    () => ['--port', String(port), '--bind', '127.0.0.1'],
    settings.map((setting) => setting.replace('%port', String(port))),
  );
  return { ...server, port, url: `redis://127.0.0.1:${port}` };
}

/** Resolves when a process has written a matching line. Rejects with what it has written if it ends before. */
export async function untilLogged(child: ChildProcess, pattern: RegExp): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.once('close', () => {
      reject(new Error(`${child.spawnfile} does not start: ${log}`));
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        log = `${log}${String(chunk)}`.slice(-10_000);
        if (pattern.test(log)) resolve();
      });
    }
  });
}

/** Ends a process with SIGKILL. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
