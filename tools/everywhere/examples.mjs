// The server examples, each installed from packed tarballs as npm would, started on its runtime, with requests posted
// to it.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { copyExample } from '../src/copy-example.mjs';
import { packAll, readManifest, tarballsFor } from '../src/pack.mjs';
import { ROOT } from '../src/projects.mjs';
import { casesOf, DSN } from './example-cases.mjs';
import { createScriptedIngest, freePort } from '../src/testing.mjs';
import { until } from '../src/until.mjs';
import { startWorkerd } from './harness/workerd-process.mjs';

/** The row of the examples. */
export const EXAMPLES = {
  name: 'examples',
  about: 'the example of the runtime, installed from packed tarballs, started and posted to',
  kinds: ['deno', 'bun', 'workerd'],
  others: '`examples/express-ssr` and others run there, see `npm test -- examples`',
};

const FOLDERS = {
  deno: ['deno'],
  bun: ['bun'],
  workerd: ['cloudflare-worker', 'cloudflare-durable-object'],
};
const INSTALL = ['install', '--prefer-offline', '--no-audit', '--no-fund'];

let packed;
function tarballs(folder) {
  if (packed === undefined) {
    packed = join(folder, 'tarballs');
    spawnSync('npx', ['tsc', '--build', 'libs/operations/tsconfig.lib.json'], {
      cwd: ROOT,
      stdio: 'inherit',
    });
    packAll(packed);
  }
  return packed;
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
  await until('answering', () => fetch(origin).then(Boolean, () => child.exitCode !== null));
  return { origin, stop: () => child.kill('SIGKILL') };
}

/** Bundles the worker as wrangler would, and starts it with its flags, without Node's modules. */
async function startWorker({ binary }, target, env) {
  const outfile = join(target, 'worker.mjs');
  await build({
    entryPoints: [join(target, 'worker.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*'],
    logLevel: 'error',
  });
  const objects = readObjects(target);
  const storage = join(target, 'storage');
  mkdirSync(storage, { recursive: true });
  const flags = ['enable_request_signal'];
  const entryPoints = { server: undefined };
  const workerd = startWorkerd({ binary, outfile, flags, entryPoints, env, objects, storage });
  return { origin: (await workerd.origins).server, stop: workerd.stop };
}

/** The classes of Durable Objects that `wrangler.toml` binds, by their names in the environment. */
function readObjects(target) {
  const text = readFileSync(join(target, 'wrangler.toml'), 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/\[\[durable_objects\.bindings\]\]\nname = "(\w+)"\nclass_name = "(\w+)"/g)].map(
      ([, name, of]) => [name, of],
    ),
  );
}

/** Runs the cases of the runtime's examples. */
export async function runExamples(runtime) {
  const result = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const example of FOLDERS[runtime.kind]) await runExample(runtime, example, result);
  return result;
}

async function runExample(runtime, example, result) {
  const folder = mkdtempSync(join(tmpdir(), 'adit-example-'));
  const target = join(folder, example);
  const ingest = await createScriptedIngest();
  let server;
  try {
    copyExample(example, target);
    const files = tarballsFor(readManifest(target), tarballs(mkdtempSync(join(tmpdir(), 'adit-tarballs-'))));
    const { status, stderr } = spawnSync('npm', [...INSTALL, ...files], { cwd: target, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm install failed in ${target}\n${stderr}`);
    const start = async () => {
      server = await (runtime.kind === 'workerd' ? startWorker : startProcess)(runtime, target, {
        SENTRY_DSN: DSN,
        ADIT_INGEST_ORIGIN: ingest.origin,
      });
    };
    const restart = async () => {
      server.stop();
      await start();
      return server.origin;
    };
    await start();
    for (const [title, run] of casesOf(example)) {
      try {
        await run(server.origin, ingest, restart);
        result.passed += 1;
      } catch (error) {
        result.failed += 1;
        result.failures.push({ title: `${example} › ${title}`, error: error.stack });
      }
    }
  } catch (error) {
    result.failed += 1;
    result.failures.push({ title: `${example} › it starts`, error: error.stack });
  } finally {
    server?.stop();
    await ingest.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
