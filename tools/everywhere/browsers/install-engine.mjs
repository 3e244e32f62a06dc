// Finds a browser and its driver, and installs what needs no confirmation.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { canInstall } from '../../src/chromium.mjs';
import { installPackages } from '../install.mjs';
import { startDriver } from './drivers/start-driver.mjs';

const isComplete = (paths) => Object.values(paths).every((path) => path !== undefined);

function findOrInstall({ name, debian, find }) {
  const found = find();
  if (isComplete(found) || !canInstall()) return found;
  console.log(`No ${name} found: installing Debian’s (apt-get install ${debian.join(' ')}) …`);
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...debian], quiet);
  return find();
}

/** Returns the options of {@link startDriver}, or the reason in one line why the browser cannot be driven. */
export async function installEngine(engine) {
  const { name, debian, packages } = engine;
  const paths = findOrInstall(engine);
  if (!isComplete(paths))
    return { problem: `${name} is not installed here (Debian: \`apt-get install ${debian.join(' ')}\`).` };
  const isThere = (folder) => existsSync(join(folder, 'node_modules', packages[0].split('@')[0]));
  const { folder, problem } = installPackages({ name, packages, isThere });
  if (problem !== undefined) return { problem };
  const options = { engine: engine.engine, folder, ...paths };
  try {
    const driver = await startDriver(options);
    await driver.stop();
    // The tests run in a Node process, which starts the browser.
    const env = { ADIT_BROWSER: JSON.stringify(options) };
    return { binary: process.execPath, args: [], env, version: driver.version };
  } catch (error) {
    return { problem: `${name} does not start here: ${String(error).split('\n')[0]}` };
  }
}
