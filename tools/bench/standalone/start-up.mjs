// The cost of a cold tunnel: the time until it listens, its memory at rest, and the CPU of its first envelopes.
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireFreePort } from '../build.mjs';
import { browserHeaders, spawnSubject, stopTree, untilAnswering } from '../tunnel/measure.mjs';
import { cpuMicroseconds, rssBytes } from '../tunnel/process-tree.mjs';

const FIRST = 500;
const AT_ONCE = 10;
const REST_MS = 1_000;
const POLL_MS = 1;
const LISTEN_TIMEOUT_MS = 60_000;

const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

async function untilListening({ port, ended }) {
  const deadline = Date.now() + LISTEN_TIMEOUT_MS;
  while (!(await isListening(port))) {
    const exit = await Promise.race([ended, sleep(POLL_MS)]);
    if (exit !== undefined) throw exit;
    if (Date.now() > deadline) throw new Error(`no process listens on port ${port}`);
  }
}

/** The status, or undefined if there is no answer. */
const post = ({ agent, url, body }) =>
  new Promise((resolve) => {
    const headers = { ...browserHeaders(url), 'content-length': body.byteLength };
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', () => resolve(undefined));
    sent.end(body);
  });

async function sendFirst({ url, body }) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let left = FIRST;
  let answered = 0;
  const sendOn = async () => {
    while (left > 0) {
      left -= 1;
      const status = await post({ agent, url, body });
      if (status < 400) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
  agent.destroy();
  return answered;
}

/** One start of one subject. Expects a running ingest. */
export async function measureStart({ subject, context }) {
  const { port, tunnelUrl: url, probe: body } = context;
  await requireFreePort(port);
  const started = performance.now();
  const running = spawnSubject(subject.start(context));
  running.child.stdout.resume();
  try {
    await untilListening({ port, ended: running.ended });
    const msToListen = performance.now() - started;
    await untilAnswering({ url, body, ended: running.ended });
    await sleep(REST_MS);
    const idleBytes = rssBytes(running.child.pid);
    const before = cpuMicroseconds(running.child.pid);
    const answered = await sendFirst({ url, body });
    const firstCpu = (cpuMicroseconds(running.child.pid) - before) / FIRST;
    const problems = answered < FIRST ? [`${FIRST - answered} of the first ${FIRST} not answered 2xx`] : [];
    return { msToListen, idleBytes, firstCpu, problems };
  } catch (error) {
    return { problems: [error.message] };
  } finally {
    if (running.child.exitCode === null) await stopTree(running);
  }
}
