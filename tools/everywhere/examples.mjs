// The examples of servers, each installed from packed tarballs as npm would, started on its runtime and posted to.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packAll, readManifest, tarballsFor } from '../src/pack.mjs';
import { ROOT } from '../src/projects.mjs';
import { casesOf, DSN, startIngest, waitUntil } from './example-cases.mjs';
import { startWorkerd } from './harness/workerd-process.mjs';

/** The row of the examples. */
export const EXAMPLES = {
  name: 'examples',
  about: 'the example of the runtime, installed from packed tarballs, started and posted to',
  kinds: ['deno', 'bun', 'workerd'],
  others: '`examples/express-ssr` and others run there, see `npm run test:examples`',
};

const FOLDERS = { deno: 'deno', bun: 'bun', workerd: 'cloudflare-worker' };
const INSTALL = ['install', '--prefer-offline', '--no-audit', '--no-fund'];

let packed;
function tarballs(folder) {
  if (packed === undefined) {
    packed = join(folder, 'tarballs');
    spawnSync('npx', ['tsc', '--build', 'libs/tunnel/tsconfig.lib.json'], { cwd: ROOT, stdio: 'inherit' });
    packAll(packed);
  }
  return packed;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts `main.ts` as the example's script does, with the runtime's own arguments. */
async function startProcess({ binary, args }, target, env) {
  const port = await freePort();
  const all = { ...process.env, ...env, PORT: String(port), ADIT_SPOOL: join(target, 'spool') };
  const child = spawn(binary, [...args, 'main.ts'], {
    cwd: target,
    env: all,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil(() => fetch(origin).then(Boolean, () => child.exitCode !== null));
  return { origin, stop: () => child.kill('SIGKILL') };
}

/** Bundles the worker as wrangler would, and starts it with its flags: without any of Node's modules. */
async function startWorker({ binary }, target, env) {
  const outfile = join(target, 'worker.mjs');
  await build({
    entryPoints: [join(target, 'worker.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    logLevel: 'error',
  });
  const flags = ['enable_request_signal'];
  const workerd = startWorkerd({ binary, outfile, flags, entryPoints: { server: undefined }, env });
  return { origin: (await workerd.origins).server, stop: workerd.stop };
}

/** Runs the cases of the runtime's example. */
export async function runExample(runtime) {
  const result = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const folder = mkdtempSync(join(tmpdir(), 'adit-example-'));
  const target = join(folder, FOLDERS[runtime.kind]);
  const ingest = await startIngest();
  let server;
  try {
    cpSync(join(ROOT, 'examples', FOLDERS[runtime.kind]), target, { recursive: true });
    const files = tarballsFor(readManifest(target), tarballs(mkdtempSync(join(tmpdir(), 'adit-tarballs-'))));
    const { status, stderr } = spawnSync('npm', [...INSTALL, ...files], { cwd: target, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm install failed in ${target}\n${stderr}`);
    const start = runtime.kind === 'workerd' ? startWorker : startProcess;
    server = await start(runtime, target, { SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin });
    for (const [title, run] of casesOf(runtime.kind)) {
      try {
        await run(server.origin, ingest);
        result.passed += 1;
      } catch (error) {
        result.failed += 1;
        result.failures.push({ title, error: error.stack });
      }
    }
  } catch (error) {
    result.failed += 1;
    result.failures.push({ title: 'the example starts', error: error.stack });
  } finally {
    server?.stop();
    ingest.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return result;
}
