// Puts load on a subject and reports its answers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('load.lua', import.meta.url));

/** Loads a URL with wrk. Resolves to counts, and latencies in microseconds. */
export async function loadByWrk({ url, bodyFile, connections, seconds, pauseMs = 0 }) {
  const { origin } = new URL(url);
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', SCRIPT, url];
  const wrk = spawn('wrk', args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BENCH_BODY: bodyFile, BENCH_ORIGIN: origin, BENCH_PAUSE_MS: String(pauseMs) },
  });
  const [output] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')]);
  const line = /^\{.*\}$/m.exec(output)?.[0];
  if (line === undefined) throw new Error(`wrk printed no figures:\n${output}`);
  return JSON.parse(line);
}
