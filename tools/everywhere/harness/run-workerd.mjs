// Starts workerd with a bundle and passes on what its tests tell.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { startIngestHost } from './ingest-host.mjs';

const SOCKETS = { control: 'Control', ingest: 'Ingest', server: undefined };

const configOf = (worker) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "network", network = (allow = ["local", "private", "public"])),
  ],
  sockets = [${Object.entries(SOCKETS)
    .map(([name, entry]) => {
      const service = entry === undefined ? '"main"' : `(name = "main", entrypoint = "${entry}")`;
      return `(name = "${name}", address = "127.0.0.1:0", http = (), service = ${service})`;
    })
    .join(', ')}],
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${worker}")],
  compatibilityDate = "2026-04-01",
  compatibilityFlags = ["nodejs_compat", "enable_request_signal"],
  globalOutbound = "network",
);
`;

/** The port of each socket, from the lines that workerd writes to its control pipe. */
async function portsOf(child) {
  const ports = {};
  for await (const line of createInterface(child.stdio[3])) {
    const { event, socket, port } = JSON.parse(line);
    if (event === 'listen') ports[socket] = port;
    if (Object.keys(ports).length === Object.keys(SOCKETS).length) return ports;
  }
  throw new Error('workerd did not start.');
}

/** Runs the bundle's tests and passes on each line. Resolves with what was written to standard error. */
export async function runWorkerd({ binary, outfile, skipped, timeoutMs, onLine }) {
  const config = `${outfile}.capnp`;
  writeFileSync(config, configOf(basename(outfile)));
  const child = spawn(binary, ['serve', config, '--control-fd=3'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-4_000)));
  let host;
  try {
    const ports = await portsOf(child);
    const originOf = (name) => `http://127.0.0.1:${ports[name]}`;
    const post = (name, body) => fetch(originOf(name), { method: 'POST', body: JSON.stringify(body) });
    host = await startIngestHost(async (event) => (await post('ingest', event)).json());
    const response = await post('control', { skipped, ingestHost: host.origin, origin: originOf('server') });
    for await (const line of createInterface(Readable.fromWeb(response.body))) onLine(line);
  } catch (error) {
    errors += `\n${error.message}`;
  } finally {
    host?.close();
    child.kill('SIGKILL');
  }
  return errors;
}
