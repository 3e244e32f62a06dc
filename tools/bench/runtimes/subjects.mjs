// The tunnel on each runtime, as a subject of the tunnel's benchmark.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { writeWorkerdConfig } from '../../everywhere/harness/workerd-process.mjs';
import { installRuntime } from '../../everywhere/install.mjs';
import { RUNTIMES } from '../../everywhere/runtimes.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const NODE_LISTENER = join(HERE, '../tunnel/subjects/node-listener.mjs');
const PATH = '/monitoring-tunnel';

function workerCommand(binary, { folder, port, dsn }) {
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'worker.mjs');
  buildSync({
    entryPoints: [join(HERE, 'worker.mjs')],
    outfile,
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
  });
  const env = { DSN: dsn, TUNNEL_PATH: PATH };
  const config = writeWorkerdConfig({ outfile, entryPoints: { server: undefined }, flags: [], env, port });
  return { command: [binary, 'serve', config], env: {} };
}

function processCommand({ kind, binary, args }, { port, dsn }) {
  const program = kind === 'node' ? NODE_LISTENER : join(HERE, 'server.mjs');
  return {
    command: [binary, ...args, program],
    env: { PORT: String(port), DSN: dsn, TUNNEL_PATH: PATH },
  };
}

/** One subject for each runtime; `fault` is the reason if it is not available. */
export const readSubjects = () =>
  RUNTIMES.map((runtime) => {
    const { binary, version, problem } = installRuntime(runtime);
    const start = (context) =>
      runtime.kind === 'workerd'
        ? workerCommand(binary, context)
        : processCommand({ ...runtime, binary }, context);
    return { id: runtime.name, label: runtime.name, path: PATH, version, fault: problem, ours: true, start };
  });
