import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startStaticRegistry } from './static-registry.mjs';

let folder;
let registry;
let upstream;

const npmEnv = () => ({ ...process.env, npm_config_cache: join(folder, 'cache') });

/** Packs a package into `tarballs`, with a command that prints its name and version. */
function pack(tarballs, manifest) {
  const path = mkdtempSync(join(folder, 'package-'));
  writeFileSync(join(path, 'package.json'), JSON.stringify({ bin: './command.js', ...manifest }));
  writeFileSync(
    join(path, 'command.js'),
    `#!/usr/bin/env node\nconsole.log('${manifest.name} ${manifest.version}');\n`,
  );
  mkdirSync(tarballs, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', tarballs], { cwd: path, env: npmEnv() });
}

/** Runs an npm command in an empty application, with this registry only. */
async function inApplication(command, ...args) {
  const application = mkdtempSync(join(folder, 'application-'));
  writeFileSync(join(application, 'package.json'), '{}');
  const { stdout } = await promisify(execFile)(command, args, {
    cwd: application,
    env: { ...npmEnv(), npm_config_registry: registry.address },
  });
  return { application, stdout };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adit-registry-'));
  pack(join(folder, 'upstream'), { name: 'lower', version: '1.2.3' });
  for (const version of ['0.9.0', '0.10.0'])
    pack(join(folder, 'own'), { name: '@scope/upper', version, dependencies: { lower: '^1.0.0' } });
  upstream = await startStaticRegistry(join(folder, 'upstream'), 'http://127.0.0.1:9/');
  registry = await startStaticRegistry(join(folder, 'own'), upstream.address);
});

afterAll(() => {
  registry.close();
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

it('npm installs a packed package, and what it needs from the registry behind', async () => {
  const { application } = await inApplication('npm', 'install', '--no-audit', '@scope/upper');

  const lock = JSON.parse(readFileSync(join(application, 'package-lock.json'), 'utf8'));
  const versions = Object.entries(lock.packages).map(([path, { version }]) => `${path} ${version}`);
  expect(versions.slice(1)).toEqual(['node_modules/@scope/upper 0.10.0', 'node_modules/lower 1.2.3']);
  expect(lock.packages['node_modules/@scope/upper'].integrity).toMatch(/^sha512-/);
});

it('npx runs the command of a packed package, of any version', async () => {
  expect((await inApplication('npx', '--yes', '@scope/upper')).stdout).toBe('@scope/upper 0.10.0\n');
  expect((await inApplication('npx', '--yes', '@scope/upper@0.9.0')).stdout).toBe('@scope/upper 0.9.0\n');
});

it('a name that nobody has fails (control)', async () => {
  await expect(inApplication('npm', 'install', '--no-audit', '--fetch-retries=0', 'nobody')).rejects.toThrow(
    'npm install',
  );
});
