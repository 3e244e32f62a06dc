// Starts a runtime with a bundle and passes on each line of its output.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Resolves with what was written to standard error, once the process has ended. */
export async function runProcess({ binary, args, outfile, skipped, timeoutMs, onLine }) {
  const child = spawn(binary, [...args, outfile, JSON.stringify(skipped)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-4_000)));
  createInterface(child.stdout).on('line', onLine);
  await once(child, 'close');
  return errors;
}
