import { spawn } from 'node:child_process';
import { once } from 'node:events';

const TIMEOUT_MS = 120_000;

/** Runs a program. Resolves to its exit code and its output; a program that takes too long is killed. */
export async function runProgram([command, ...args], { env = {}, cwd, timeoutMs = TIMEOUT_MS } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const texts = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => texts.push(chunk));
  try {
    const [code, signal] = await once(child, 'close');
    const text = Buffer.concat(texts).toString();
    return { code: code ?? signal, text: signal === null ? text : `${text}\nkilled by ${signal}` };
  } catch (error) {
    return { code: error.code, text: error.message };
  }
}

/** Lines that only announce other lines, or report no problem. */
const NOISE = /^\s*$|^(?:Collecting|Downloading|Updating|npm warn|\[INFO\])/i;

/** Runs the steps of an installation until one fails. Resolves to the reason in one line. */
export async function installProblem(steps, options) {
  for (const step of steps) {
    const { code, text } = await runProgram(step, { ...options, timeoutMs: INSTALL_TIMEOUT_MS });
    if (code === 0) continue;
    const lines = text.split('\n').filter((line) => !NOISE.test(line));
    const line =
      lines.find((one) => /error|not found|killed/i.test(one)) ?? lines.at(-1) ?? `it ended with ${code}`;
    return `${step[0].split('/').at(-1)}: ${line.trim().slice(0, 160)}`;
  }
  return undefined;
}

const INSTALL_TIMEOUT_MS = 540_000;
