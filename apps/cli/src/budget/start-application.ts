import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { UsageError } from '../options.ts';
import { startCommandOf, type StartCommand } from './start-command.ts';

/** A started application. */
export interface Started {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** The time for an application to answer for the first time. */
const START_MS = 60_000;
const POLL_MS = 50;
/** Characters of its output that an error shows. */
const MAX_OUTPUT = 2_000;

/** An ingest that accepts everything, so that a run sends nothing to Sentry. */
async function startIngest() {
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    dsn: `http://0123456789abcdef0123456789abcdef@127.0.0.1:${(server.address() as AddressInfo).port}/1`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function nextIn(folder: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve('next/dist/bin/next');
  } catch {
    return undefined;
  }
}

function manifestIn(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function run(
  { kind }: StartCommand,
  next: string | undefined,
  folder: string,
  env: NodeJS.ProcessEnv,
): ChildProcess {
  const [file, args] =
    kind === 'script'
      ? ['npm', ['run', '--silent', 'start']]
      : [process.execPath, [String(next), 'start', '--port', String(env.PORT)]];
  return spawn(file, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what a script starts ends with it. Windows finds `npm.cmd` with a shell alone.
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  });
}

/** Ends the application and its children. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f']);
  else process.kill(-child.pid, 'SIGKILL');
  await ended;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(START_MS) }).then(
    async ({ body }) => {
      await body?.cancel();
      return true;
    },
    () => false,
  );

/**
 * Starts the built application in a folder on a free port, with a DSN of an ingest of its own.
 * @throws UsageError if it has no start command, ends, or does not answer
 */
export async function startApplication(folder: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const next = nextIn(folder);
  const command = startCommandOf(manifestIn(folder), next !== undefined);
  if (command === undefined)
    throw new UsageError(
      `${folder} has no start script and no next; run the command in the folder of the application, or pass --url`,
    );
  const ingest = await startIngest();
  const port = await freePort();
  const child = run(command, next, folder, {
    ...env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    SENTRY_DSN: ingest.dsn,
    NEXT_PUBLIC_SENTRY_DSN: ingest.dsn,
  });
  let output = '';
  const keep = (chunk: Buffer): void => void (output = `${output}${chunk.toString()}`.slice(-MAX_OUTPUT));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  let failure: string | undefined;
  child.on('error', ({ message }) => (failure = message)).on('exit', () => (failure ??= 'it ended'));
  const stop = async (): Promise<void> => {
    await end(child);
    ingest.stop();
  };
  const url = `http://localhost:${port}`;
  const until = Date.now() + START_MS;
  while (!(await answers(url))) {
    if (Date.now() > until) failure ??= `no answer on PORT ${port} after ${START_MS / 1_000} s`;
    if (failure === undefined) await pass(POLL_MS);
    else {
      await stop();
      throw new UsageError(`the application did not start: ${failure}; is it built?\n${output.trim()}`);
    }
  }
  return { url, stop };
}
