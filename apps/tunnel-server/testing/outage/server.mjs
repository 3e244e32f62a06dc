import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The tunnel server, built by `npx nx build tunnel-server`. */
export const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/**
 * Starts the tunnel server.
 * @param clockShiftMs its wall clock and the system's uptime are ahead by this many milliseconds
 */
export function startServer(env, clockShiftMs) {
  const clock = `data:text/javascript,${encodeURIComponent(setClocks(clockShiftMs))}`;
  const child = spawn(process.execPath, ['--import', clock, MAIN], { env });
  const ended = once(child, 'exit');
  const events = [];
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const started = new Promise((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      const entry = JSON.parse(line);
      events.push(entry);
      if (entry.event === 'started') resolve(entry);
    });
  });
  const end = async (signal) => {
    child.kill(signal);
    await ended;
    if (errors !== '') throw new Error(errors);
    return child.exitCode;
  };
  return {
    events,
    started: Promise.race([
      started,
      ended.then(() => {
        if (child.signalCode === null) throw new Error(`The server ended: ${errors}`);
      }),
    ]),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** For a script that ends early. */
    abandon: () => child.kill('SIGKILL'),
  };
}

/** A script that moves both clocks forward. */
const setClocks = (byMs) => `
  import os from 'node:os';
  import { syncBuiltinESMExports } from 'node:module';
  const { now } = Date;
  const { uptime } = os;
  Date.now = () => now() + ${byMs};
  os.uptime = () => uptime() + ${byMs / 1_000};
  syncBuiltinESMExports();
`;
