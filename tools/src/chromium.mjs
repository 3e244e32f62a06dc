import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const HEADLESS_SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const PACKAGES = ['chromium', 'chromium-headless-shell'];

/** The message for machines without a browser on which none can be installed. */
export const INSTALL_HINT =
  'No Chromium found. Install it (Debian/Ubuntu: `apt-get install chromium`) or set CHROMIUM_PATH to its executable.';

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const placesOf = (names, { PATH = '' }) =>
  PATH.split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)));

/** The path of a Chromium on this machine: `CHROMIUM_PATH`, or the first on the PATH; undefined if there is none. */
export const findChromium = ({ env = process.env } = {}) =>
  [env.CHROMIUM_PATH, ...placesOf(BROWSERS, env)].find(isExecutable);

/**
 * The path of Chromium's headless shell: `CHROMIUM_HEADLESS_SHELL_PATH`, or the first on the PATH. Undefined if there
 * is none, or if only `CHROMIUM_PATH` is set, because that selects a full browser.
 */
export const findHeadlessShell = ({ env = process.env } = {}) =>
  [env.CHROMIUM_HEADLESS_SHELL_PATH, ...(env.CHROMIUM_PATH ? [] : placesOf(HEADLESS_SHELLS, env))].find(
    isExecutable,
  );

/** Whether Debian’s packages can be installed without confirmation: as root, with apt-get. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Finds Chromium, or installs Debian's if that needs no confirmation (as root, with apt-get). Throws with one line
 * otherwise.
 */
export function ensureChromium({ env = process.env, mayInstall = canInstall(), run = spawnSync } = {}) {
  const found = findChromium({ env });
  if (found) return found;
  if (!mayInstall) throw new Error(INSTALL_HINT);

  console.log(`No Chromium found: installing Debian’s (apt-get install ${PACKAGES.join(' ')}) …`);
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  run('apt-get', ['update', '-qq'], quiet);
  // One after the other: some Debian versions lack the second, and apt-get installs all or none.
  for (const name of PACKAGES)
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
  const installed = findChromium({ env });
  if (!installed) throw new Error(INSTALL_HINT);
  return installed;
}
