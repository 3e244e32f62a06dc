// `npm test -- packed`: packs every published package, serves the tarballs as a registry, and uses them as a user
// would: one `npm install` of all in an empty application outside the workspace, an import of each entry point in Node,
// and each command with `npx` in an empty folder. A release is also made, in a temporary clone. It ends with the total.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { packAll, published, readManifest } from './pack.mjs';
import { commandsOf, entriesOf, notInNode, peersOf } from './packed-cases.mjs';
import { ROOT } from './projects.mjs';
import { startStaticRegistry } from './static-registry.mjs';
import { formatTotals, readTotals, sumTotals } from './test-totals.mjs';

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
} finally {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
}

const sum = sumTotals(totals);
console.log(`\n${formatTotals(sum)}`);
process.exit(sum.failed === 0 ? 0 : 1);
