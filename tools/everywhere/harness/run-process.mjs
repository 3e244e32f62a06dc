// Starts a runtime with a bundle and passes on each line of its output.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Resolves with the text on standard error, once the process has ended. */
export async function runProcess({ binary, args, env, outfile, skipped, timeoutMs, onLine }) {
  const child = spawn(binary, [...args, outfile, JSON.stringify(skipped)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    // In its own process group, so that its children end with it.
    detached: true,
  });
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // They have already ended.
    }
  };
  const timer = setTimeout(end, timeoutMs);
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-4_000)));
  createInterface(child.stdout).on('line', onLine);
  await once(child, 'exit');
  clearTimeout(timer);
  end();
  if (child.stdout.readable) await once(child, 'close');
  return errors;
}
