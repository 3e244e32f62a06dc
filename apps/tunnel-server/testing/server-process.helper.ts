import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(__dirname, '../dist/main.js');

/** The server as one file, if `npm test -- binary` runs the tests. */
const BINARY = process.env['ADIT_TEST_BINARY'];

/** A built server in its own process. */
export interface ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every line of standard output so far. */
  readonly lines: string[];
  /** Everything on standard error so far. */
  readonly errors: () => string;
  /** Resolves to the first line of this event. */
  readonly event: (name: string, matches?: (entry: LogEntry) => boolean) => Promise<LogEntry>;
  /** The exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

/** A line of the log. */
export type LogEntry = Readonly<Record<string, unknown>> & { readonly event: string };

const running = new Set<ChildProcessWithoutNullStreams>();

/** Starts a server with only these environment variables. Uses free ports by default. */
export function startProcess(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): ServerProcess {
  const command = BINARY === undefined ? [process.execPath, MAIN] : [BINARY];
  return watch([...command, ...args], { PORT: '0', ADIT_ADMIN_PORT: '0', ADIT_SPOOL: 'off', ...env });
}

/** Runs a script in its own process. It logs as the server does. */
export function startScript(script: string, env: Readonly<Record<string, string>>): ServerProcess {
  return watch([process.execPath, '-e', script], env);
}

function watch(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): ServerProcess {
  const child = spawn(command, args, { env });
  running.add(child);
  const lines: string[] = [];
  let errors = '';
  const watchers = new Set<(line: string) => void>();
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    for (const watcher of watchers) watcher(line);
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | string | null;
  });

  const event: ServerProcess['event'] = (name, matches = () => true) =>
    new Promise((resolve, reject) => {
      const look = (line: string): boolean => {
        if (!line.startsWith('{')) return false;
        const entry = JSON.parse(line) as LogEntry;
        if (entry.event !== name || !matches(entry)) return false;
        watchers.delete(look);
        resolve(entry);
        return true;
      };
      if (lines.some(look)) return;
      watchers.add(look);
      void ended.then((code) =>
        reject(new Error(`ended with ${code} before "${name}": ${errors}${lines.join('\n')}`)),
      );
    });
  return { child, lines, errors: () => errors, event, ended };
}

/** Kills the processes that are still running. */
export async function endProcesses(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      child.kill('SIGKILL');
      await once(child, 'close');
    }),
  );
}

/** Posts on a new connection, so that any worker may answer. */
export function post(
  url: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', agent: false, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}
