// One measurement: a fresh process tree, warmed up, loaded, and compared with what the ingest received.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireFreePort } from '../build.mjs';
import { loadByWrk } from './load.mjs';
import { LIMITED_AGENT } from './nginx.mjs';
import { cpuMicroseconds, peakRssBytes, processesOf } from './process-tree.mjs';

const START_TIMEOUT_MS = 30_000;
/** How long a subject may continue to answer with a status other than 2xx after its first answer. */
const SETTLE_TIMEOUT_MS = 3_000;
/** The maximum number of readings of the ingest's log, a fifth of a second apart. */
const MAX_QUIET_ATTEMPTS = 25;
const STOP_TIMEOUT_MS = 15_000;
/** sysexits.h: the standalone server's exit code for a variable it refuses. */
const EX_CONFIG = 78;

/** One POST of `body`; resolves to the status, rejects if there is no answer. */
export function post(url, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: { 'content-length': body.byteLength, ...headers } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.end(body);
  });
}

export const browserHeaders = (url) => ({
  'content-type': 'text/plain;charset=UTF-8',
  origin: new URL(url).origin,
  'sec-fetch-site': 'same-origin',
});

const isSuccess = (status) => status >= 200 && status < 300;

/**
 * Waits for a 2xx, and accepts another answer after a while. `next start` answers before its instrumentation has run;
 * such early requests are not measured.
 */
export async function untilAnswering({ url, body, ended }) {
  let answer;
  let deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const status = await post(url, body, browserHeaders(url)).catch(() => undefined);
    if (isSuccess(status)) return status;
    if (answer === undefined && status !== undefined) deadline = Date.now() + SETTLE_TIMEOUT_MS;
    answer = status ?? answer;
    const exit = await Promise.race([ended, sleep(50)]);
    if (exit !== undefined) throw exit;
  }
  if (answer === undefined) throw new Error(`no answer on ${url} after ${START_TIMEOUT_MS / 1_000} s`);
  return answer;
}

export function spawnSubject({ command: [command, ...args], env, cwd }) {
  const child = spawn(command, args, {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = `${errors}${chunk}`.slice(-4_000)));
  const ended = once(child, 'close').then(([code]) => {
    const message = errors.trim().split('\n').at(-1) ?? '';
    return Object.assign(new Error(`ended with code ${code}: ${message}`), { code, output: errors });
  });
  return { child, ended };
}

/** Ends the tree, and processes that the root leaves behind. */
export async function stopTree({ child, ended }) {
  const members = processesOf(child.pid);
  child.kill('SIGTERM');
  if ((await Promise.race([ended, sleep(STOP_TIMEOUT_MS)])) === undefined) child.kill('SIGKILL');
  await ended;
  for (const pid of members.slice(1)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Already ended, as expected.
    }
  }
}

/**
 * Starts a subject and waits for its first answer. An environment variable that the standalone server refuses is left
 * out and recorded, so that the rest can be measured.
 */
async function startSubject(subject, context, refusedVariables = []) {
  await requireFreePort(context.port);
  const running = spawnSubject(subject.start({ ...context, refusedVariables }));
  const notes = refusedVariables.map((name) => `without ${name}: refused`);
  running.child.stdout.resume();
  try {
    const status = await untilAnswering({
      url: context.tunnelUrl,
      body: context.probe,
      ended: running.ended,
    });
    if (!isSuccess(status)) notes.push(`answers ${status} to a single envelope`);
  } catch (error) {
    const refused = /^([A-Z_]+)=/m.exec(error.output ?? '')?.[1];
    if (error.code === EX_CONFIG && refused !== undefined && !refusedVariables.includes(refused))
      return startSubject(subject, context, [...refusedVariables, refused]);
    if (running.child.exitCode === null) await stopTree(running);
    throw error;
  }
  const load = (options) => loadByWrk({ ...options, url: context.tunnelUrl });
  return { ...running, pid: running.child.pid, load, notes };
}

/** Differences between the answers and what the ingest received. */
function problemsOf({ answers, received, scenario: { connections, limited = false } }) {
  const { requests, refused, socketErrors, timeouts } = answers;
  const problems = [];
  if (requests === 0) problems.push('none completed');
  if (limited && refused < requests) problems.push(`${requests - refused} of ${requests} not answered 429`);
  if (limited && received.requests > 0) problems.push(`${received.requests} reached the ingest`);
  if (!limited && refused > 0) problems.push(`${refused} of ${requests} answered 4xx or 5xx`);
  if (socketErrors > 0) problems.push(`${socketErrors} socket errors`);
  if (timeouts > 0) problems.push(`${timeouts} timed out`);
  const lost = requests - refused - received.accepted;
  if (!limited && lost > 0) problems.push(`${lost} answered 2xx but not received by the ingest`);
  if (!limited && -lost > connections) problems.push(`the ingest received ${-lost} more than were answered`);
  if (received.truncated > 0) problems.push(`${received.truncated} reached the ingest incomplete`);
  return problems;
}

/** Waits for the rest of an earlier load, up to a limit. */
async function untilQuiet(ingest) {
  for (let attempt = 0; attempt < MAX_QUIET_ATTEMPTS; attempt += 1)
    if ((await ingest.received()).requests === 0) return;
}

async function loadAndCount({ running, ingest, scenario, bodyFile, seconds }) {
  const { connections, pauseMs } = scenario;
  await untilQuiet(ingest);
  const before = cpuMicroseconds(running.pid);
  const answers = await running.load({ bodyFile, connections, pauseMs, seconds });
  const cpu = cpuMicroseconds(running.pid) - before;
  return { answers, cpu, received: await ingest.received() };
}

/** Makes the ingest announce a limit on everything through the subject, which then answers 429 by itself. */
const putLimitInForce = ({ tunnelUrl, probe }) =>
  post(tunnelUrl, probe, { ...browserHeaders(tunnelUrl), 'user-agent': LIMITED_AGENT });

/**
 * Measures one subject under one scenario. Returns the figures of the run with `problems` and `notes`; a subject that
 * does not start or crashes is a row with the problem and without figures.
 */
export async function measure({ subject, scenario, ingest, context, bodyFile, seconds, warmUpSeconds }) {
  let running;
  try {
    running = subject.start
      ? await startSubject(subject, context)
      : { pid: ingest.pid, load: (options) => loadByWrk({ ...options, url: context.tunnelUrl }), notes: [] };
    if (scenario.limited) await putLimitInForce(context);
    const run = { running, ingest, scenario, bodyFile };
    await loadAndCount({ ...run, seconds: warmUpSeconds });
    const { answers, cpu, received } = await loadAndCount({ ...run, seconds });
    const good = scenario.limited ? answers.refused : answers.requests - answers.refused;
    // Requests under way when the load ended cost CPU too, so it is divided by everything that the ingest saw.
    const handled = scenario.limited ? answers.requests : received.envelopes;
    return {
      requestsPerSecond: good / (answers.microseconds / 1e6),
      p50Ms: answers.p50 / 1_000,
      p99Ms: answers.p99 / 1_000,
      cpuMicroseconds: handled > 0 ? cpu / handled : NaN,
      peakRssBytes: peakRssBytes(running.pid),
      problems: problemsOf({ answers, received, scenario }),
      notes: running.notes,
    };
  } catch (error) {
    return { problems: [error.message], notes: [] };
  } finally {
    if (running?.child !== undefined) await stopTree(running);
  }
}
