import { spawn } from 'node:child_process';

/** A DSN of ingest; `ADIT_INGEST_ORIGIN` redirects its envelopes. */
export const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.de.sentry.io/4509';

/**
 * Starts a built application with its own Next, given by the path of its command. Throws with its output if it ends.
 */
export async function startNext(next, { cwd, env, ingest }) {
  const child = spawn(process.execPath, [next, 'start', '--port', '0'], {
    cwd,
    env: { ...env, PWD: cwd, NODE_ENV: 'production', SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk) => (printed += chunk));
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk;
    if (printed.includes('Ready')) break;
  }
  child.stdout.resume();
  const origin = /http:\/\/localhost:\d+/.exec(printed)?.[0];
  if (origin === undefined) throw new Error(`next start in ${cwd} printed:\n${printed}`);
  return { origin, stop: () => child.kill('SIGKILL') };
}
