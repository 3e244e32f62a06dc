// Starts workerd with one worker.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';

const listOf = (rows) => `[${rows.join(', ')}]`;

/**
 * @param entryPoints the entry point of the worker behind each socket, by the socket's name; `undefined` is the default
 * @param env texts in the worker's environment
 * @param port of every socket; 0 is a free one
 * @param objects classes of Durable Objects with SQLite, by their names in the worker's environment
 * @param storage the folder with the data of the objects
 */
const configOf = (
  worker,
  { entryPoints, flags, env, port, objects, storage },
) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "network", network = (allow = ["local", "private", "public"])),
    ${storage === undefined ? '' : `(name = "storage", disk = (path = "${storage}", writable = true)),`}
  ],
  sockets = ${listOf(
    Object.entries(entryPoints).map(([name, entry]) => {
      const service = entry === undefined ? '"main"' : `(name = "main", entrypoint = "${entry}")`;
      return `(name = "${name}", address = "127.0.0.1:${port}", http = (), service = ${service})`;
    }),
  )},
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${worker}")],
  compatibilityDate = "2026-04-01",
  compatibilityFlags = ${listOf(flags.map((flag) => `"${flag}"`))},
  bindings = ${listOf([
    ...Object.entries(env).map(([name, text]) => `(name = "${name}", text = "${text}")`),
    ...Object.entries(objects).map(([name, of]) => `(name = "${name}", durableObjectNamespace = "${of}")`),
  ])},
  durableObjectNamespaces = ${listOf(
    Object.values(objects).map((name) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`),
  )},
  durableObjectStorage = ${storage === undefined ? '(none = void)' : '(localDisk = "storage")'},
  globalOutbound = "network",
);
`;

/** The port of each socket, from the lines that workerd writes to its control pipe. */
async function portsOf(child, count) {
  const ports = {};
  for await (const line of createInterface(child.stdio[3])) {
    const { event, socket, port } = JSON.parse(line);
    if (event === 'listen') ports[socket] = port;
    if (Object.keys(ports).length === count) return ports;
  }
  throw new Error('workerd did not start.');
}

/** Writes the configuration with which workerd serves the bundle `outfile`. Returns its path. */
export function writeWorkerdConfig({
  outfile,
  entryPoints,
  flags,
  env = {},
  port = 0,
  objects = {},
  storage,
}) {
  const config = `${outfile}.capnp`;
  writeFileSync(config, configOf(basename(outfile), { entryPoints, flags, env, port, objects, storage }));
  return config;
}

/** Starts the bundle `outfile`. `origins` resolves to the origin of each socket. */
export function startWorkerd({ binary, outfile, timeoutMs, ...settings }) {
  const { entryPoints } = settings;
  const config = writeWorkerdConfig({ outfile, ...settings });
  const child = spawn(binary, ['serve', config, '--control-fd=3'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-4_000)));
  const origins = portsOf(child, Object.keys(entryPoints).length).then((ports) =>
    Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, `http://127.0.0.1:${port}`])),
  );
  return { origins, errors: () => errors, stop: () => child.kill('SIGKILL') };
}
