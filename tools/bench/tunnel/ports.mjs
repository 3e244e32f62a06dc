import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
const LISTEN_TIMEOUT_MS = 5_000;

const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (listening) => {
      socket.destroy();
      resolve(listening);
    };
    socket.on('connect', () => settle(true));
    socket.on('error', () => settle(false));
  });

/** Throws if the port is taken: the process that listens there would be measured instead. */
export async function requireFreePort(port) {
  if (await isListening(port))
    throw new Error(`Port ${port} is taken: end what listens there and start again.`);
}

/** Waits until a process listens on the port. Throws after 5 seconds. */
export async function untilListening(port) {
  const deadline = Date.now() + LISTEN_TIMEOUT_MS;
  while (!(await isListening(port))) {
    if (Date.now() > deadline) throw new Error(`no process listens on port ${port}`);
    await sleep(POLL_MS);
  }
}
