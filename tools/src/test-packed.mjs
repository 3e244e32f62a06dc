// `npm test -- packed`: packs every published package, serves the tarballs as a registry, and uses them as a user
// would: one `npm install` of all in an empty application outside the workspace, an import of each entry point in Node,
// and each command with `npx` in an empty folder. `npm create adit` makes an application, which is built and started, and whose
// tunnel gets an event. A release is also made, in a temporary clone. It ends with the total.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { packAll, published, readManifest } from './pack.mjs';
import { commandsOf, entriesOf, notInNode, peersOf } from './packed-cases.mjs';
import { ROOT } from './projects.mjs';
import { startIngest } from './ingest.mjs';
import { DSN, startNext } from './started-next.mjs';
import { startStaticRegistry } from './static-registry.mjs';
import { formatTotals, readTotals, sumTotals } from './test-totals.mjs';
import { until } from './until.mjs';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'adit-packed-'));
const totals = [];

/** Runs one case, and counts and prints it. */
async function check(name, action) {
  const error = await action().then(
    () => undefined,
    (thrown) => thrown,
  );
  totals.push({ passed: error ? 0 : 1, failed: error ? 1 : 0, skipped: 0 });
  console.log(`${error ? 'FAIL' : 'ok  '} ${name}`);
  if (error) console.log(`${error.message}\n${error.stdout ?? ''}`);
}

function makeFolder(name, manifest) {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'package.json'), JSON.stringify(manifest, null, 2));
  return path;
}

/** One application that installs all packages, with their peers in the versions of the workspace. */
async function checkInstall(env) {
  const { devDependencies, overrides } = readManifest(ROOT);
  const manifests = published.map(({ manifest }) => manifest);
  const application = makeFolder('application', {
    private: true,
    type: 'module',
    dependencies: {
      ...peersOf(manifests, devDependencies),
      ...Object.fromEntries(manifests.map(({ name, version }) => [name, version])),
    },
    overrides: { '@sentry/cloudflare': overrides['@sentry/cloudflare'] },
  });

  await check('npm install of all packages', () =>
    run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: application, env }),
  );
  for (const entry of manifests.flatMap(entriesOf)) {
    const load = () =>
      run('node', ['--input-type=module', '--eval', `await import('${entry}')`], { cwd: application, env });
    const reason = notInNode(entry);
    if (!reason) await check(`import '${entry}'`, load);
    else
      await check(`import '${entry}' is not for Node: ${reason}`, async () => {
        const loaded = await load().then(
          () => true,
          () => false,
        );
        if (loaded) throw new Error('It can be imported. Remove its line from tools/src/packed-cases.mjs.');
      });
  }
}

/** `npx --yes …` in an empty folder, as when trying a tool. */
async function checkCommand({ name, version, args, command }, env) {
  const cwd = makeFolder(command, { private: true });
  const npx = async (flag) => (await run('npx', ['--yes', ...args, flag], { cwd, env })).stdout;
  let help = '';
  await check(`npx ${args.join(' ')} --help`, async () => {
    help = await npx('--help');
    if (!help.includes(command)) throw new Error(`It printed:\n${help}`);
  });
  if (!help.includes('--version')) return;
  await check(`npx ${args.join(' ')} --version`, async () => {
    const printed = await npx('--version');
    if (!printed.includes(version)) throw new Error(`${name} ${version} printed:\n${printed}`);
  });
}

/** The one template that is also built and started here. All of them are created. */
const STARTED = 'next-16-app';

/** `npm create adit` as a user types it, to the event of the application that it makes. */
async function checkCreate(env) {
  const versions = Object.fromEntries(published.map(({ manifest }) => [manifest.name, manifest.version]));
  const { path } = published.find(({ manifest }) => manifest.name === 'create-adit');
  const cwd = makeFolder('create', { private: true });
  for (const { name } of JSON.parse(readFileSync(join(path, 'templates.json'), 'utf8')))
    await check(`npm create adit ${name}: with the packages of this release`, async () => {
      await run('npm', ['create', '--yes', 'adit', name, '--', '--template', name], { cwd, env });
      const { dependencies } = readManifest(join(cwd, name));
      const others = Object.entries(dependencies).filter(
        ([key, value]) => (versions[key] ?? value) !== value,
      );
      if (others.length > 0) throw new Error(`Not of this release: ${others.join(' ')}`);
    });
  const application = join(cwd, STARTED);
  await check(`npm create adit ${STARTED}: a second time, it refuses and changes nothing`, async () => {
    const before = readFileSync(join(application, 'package.json'), 'utf8');
    const again = run('npm', ['create', '--yes', 'adit', STARTED, 'vite-spa'], { cwd, env });
    const { stderr = '' } = await again.catch((error) => error);
    if (!stderr.includes('is not empty')) throw new Error(`It printed:\n${stderr}`);
    if (readFileSync(join(application, 'package.json'), 'utf8') !== before) throw new Error('It changed.');
  });
  await check(`npm create adit ${STARTED}: its next steps, and an event through its tunnel`, async () => {
    const quiet = { cwd: application, env: { ...env, NEXT_TELEMETRY_DISABLED: '1' } };
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], quiet);
    await run('npm', ['run', 'build'], quiet);
    const ingest = await startIngest();
    const next = join(application, 'node_modules/next/dist/bin/next');
    const started = await startNext(next, { ...quiet, ingest });
    try {
      const id = 'c'.repeat(32);
      const body = `{"dsn":"${DSN}","event_id":"${id}"}\n{"type":"event"}\n{"event_id":"${id}","message":"It runs"}\n`;
      const headers = { origin: started.origin };
      const post = () => fetch(`${started.origin}/monitoring-tunnel`, { method: 'POST', headers, body });
      // Next says that it is ready a moment before its instrumentation is.
      await until('answered by the tunnel', async () => (await post()).status === 200);
      await ingest.waitForText('It runs');
    } finally {
      started.stop();
      await ingest.close();
    }
  });
}

/** A release in a temporary clone: a Jest suite, which counts its tests itself. */
async function checkRelease() {
  const report = join(folder, 'release.json');
  const args = ['jest', 'src/release.long', '--json', `--outputFile=${report}`];
  const env = { ...process.env, ADIT_LONG_TESTS: '1' };
  const { stderr } = await run('npx', args, { cwd: join(ROOT, 'tools'), env }).catch((error) => error);
  console.log(stderr);
  totals.push(readTotals(JSON.parse(readFileSync(report, 'utf8'))));
}

/** The last step of the workflow as a dry run, which publishes nothing. */
const checkPublish = (env) =>
  check(`nx release publish --dry-run, of ${published.length} packages`, async () => {
    const args = ['nx', 'release', 'publish', '--dry-run=true'];
    const { stdout } = await run('npx', args, {
      cwd: ROOT,
      env: { ...env, NX_TUI: 'false' },
      maxBuffer: 64 << 20,
    });
    const done = `Successfully ran target nx-release-publish for ${published.length} projects`;
    // In CI, Nx writes in colours.
    if (!stripVTControlCharacters(stdout).includes(done))
      throw new Error(`It does not say "${done}":\n${stdout.slice(-2_000)}`);
  });

const built = await run(
  'npx',
  ['nx', 'run-many', '-t', 'build', '-p', ...published.map(({ manifest }) => manifest.nx.name).join()],
  {
    cwd: ROOT,
    env: { ...process.env, NX_TUI: 'false' },
  },
).catch((error) => error);
if (built instanceof Error) {
  console.error(built.stdout, built.stderr);
  process.exit(1);
}
packAll(join(folder, 'tarballs'));
const registry = await startStaticRegistry(join(folder, 'tarballs'));
const env = {
  ...process.env,
  npm_config_registry: registry.address,
  npm_config_cache: join(folder, 'cache'),
};
try {
  await checkInstall(env);
  await checkRelease();
  await checkPublish(env);
  for (const command of published.flatMap(({ manifest }) => commandsOf(manifest)))
    await checkCommand(command, env);
  await checkCreate(env);
} finally {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
}

const sum = sumTotals(totals);
console.log(`\n${formatTotals(sum)}`);
process.exit(sum.failed === 0 ? 0 : 1);
