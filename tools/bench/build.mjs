// Builds and starts the subjects of benchmarks before they are measured.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { until } from '../src/until.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NEXT = createRequire(import.meta.url).resolve('next/dist/bin/next');
const ENV = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };

/** Runs a build, and prints its output only if it fails. @throws Error if it fails */
export function runBuild(what, command, args, cwd = ROOT) {
  console.log(`Building ${what} …`);
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env: ENV, encoding: 'utf8' });
  if (status === 0) return;
  console.error(`${stdout}${stderr}`);
  throw new Error(`${what} cannot be built.`);
}

/** Builds the Next app of a folder. @throws Error if that fails */
export const buildNext = (what, cwd, next = NEXT) => runBuild(what, process.execPath, [next, 'build'], cwd);

/**
 * Bundles one module from the sources of the libraries: `source` as text, or `entry` as a file. Returns its JavaScript.
 */
export async function bundle({ source, entry, ...options }) {
  const { outputFiles } = await build({
    ...(entry === undefined ? { stdin: { contents: source, resolveDir: ROOT } } : { entryPoints: [entry] }),
    bundle: true,
    format: 'esm',
    conditions: ['@adit/source'],
    write: false,
    logLevel: 'error',
    ...options,
  });
  return outputFiles[0].text;
}

/** The version of Node and of packages of this repository's node_modules, by name. */
export const versionsOf = (names) => ({
  node: process.versions.node,
  ...Object.fromEntries(
    names.map((name) => [
      name,
      JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version,
    ]),
  ),
});

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

/** Throws if the port is taken: otherwise the process that listens there would be measured. */
export async function requireFreePort(port) {
  if (await isListening(port))
    throw new Error(`Port ${port} is taken: end what listens there and start again.`);
}

/** Waits until a process listens on the port. Throws after 30 seconds. */
export async function untilListening(port) {
  await until(`listening on port ${port}`, () => isListening(port), { timeoutMs: 30_000, pollMs: 20 });
}

/** Starts `next start` in a folder and returns its process. @throws Error if the port is taken */
export async function startNext({ cwd, port, env = {} }) {
  await requireFreePort(port);
  const args = [NEXT, 'start', '--port', String(port), '--hostname', '127.0.0.1'];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...ENV, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilListening(port);
  return child;
}

/** Serves on a free port of the loopback interface: `answer` gets each request and its response. */
export async function serve(answer) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
