import { writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as Sentry from '@sentry/node';
import { createDiskSpool } from '@adit/spool/disk';
import { createMemorySpool } from '@adit/spool/memory';
import { createListener, createNodeTransport } from '../src/adapters/node.ts';
import { createSdkTransport } from '../src/adapters/sdk.ts';
import { createTunnel } from '../src/tunnel.ts';

/*
 * A server with the SDK and a tunnel: `node own-events-child.helper.js throw|run|drain|direct DSN SPOOL FIRST_NUMBER`. `SPOOL` is a
 * directory, or `memory`. It reports on its standard output: `ready`, `s NUMBER` or `b NUMBER` once an event of the
 * server or of a browser is acknowledged, `empty` when nothing is stored.
 *
 * throw: throws one error that nothing catches. run: captures errors and posts envelopes as browsers do, until it is
 * killed. drain: delivers what is stored. direct: as throw, with the SDK's own transport.
 */

const [mode = '', dsn = '', place = '', first = '0'] = process.argv.slice(2);
const say = (line: string): void => void writeSync(1, `${line}\n`);

const spool =
  place === 'memory'
    ? createMemorySpool()
    : await createDiskSpool({ directory: place, maxSegmentBytes: 300_000 });
const tunnel = createTunnel({ allowedDsns: [dsn], transport: createNodeTransport(), spool });
Sentry.init({
  dsn,
  tracesSampleRate: 0,
  registerEsmLoaderHooks: false,
  ...(mode === 'direct' ? {} : { transport: createSdkTransport({ sdk: Sentry, tunnel: () => tunnel }) }),
} as Sentry.NodeOptions);

/** Captures errors one after another. Each is acknowledged when `flush` says so. */
async function capture(next: () => number): Promise<never> {
  for (;;) {
    const number = next();
    Sentry.captureException(new Error(`server ${number}`));
    if (await Sentry.flush(10_000)) say(`s ${number}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Posts envelopes one after another, as browsers do. */
async function post(url: string, next: () => number): Promise<never> {
  for (;;) {
    const number = next();
    const payload = JSON.stringify({ message: `browser ${number}` });
    const { status } = await fetch(url, {
      method: 'POST',
      body: `${JSON.stringify({ dsn })}\n{"type":"event"}\n${payload}`,
    });
    if (status === 200) say(`b ${number}`);
  }
}

if (mode === 'throw' || mode === 'direct') {
  setTimeout(() => {
    throw new Error(`uncaught ${first}`);
  });
} else {
  const server = createServer(createListener(tunnel)).listen(0, '127.0.0.1', () => {
    say('ready');
    if (mode === 'drain') {
      setInterval(() => {
        if (spool.depth().envelopes === 0) say('empty');
      }, 20);
      return;
    }
    let number = Number(first);
    const next = (): number => (number += 1);
    const { port } = server.address() as AddressInfo;
    for (let clients = 0; clients < 4; clients += 1) {
      void capture(next);
      void post(`http://127.0.0.1:${port}${tunnel.path}`, next);
    }
  });
}
