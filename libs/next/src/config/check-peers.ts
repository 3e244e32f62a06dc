import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The versions that Adit is tested with, as in its `peerDependencies`: the first and the first one too new. */
const PEERS = [
  { name: 'next', range: '>=15.3 <17', from: [15, 3], below: 17 },
  { name: 'react', range: '^19.0.0', from: [19, 0], below: 20 },
  { name: '@sentry/nextjs', range: '^11.0.0', from: [11, 0], below: 12 },
] as const;

/**
 * Checks the versions that are installed. Packages that Node does not find from `root` are left to the bundler.
 * @throws Error in one line if a version is not supported, or if the SDK and Adit have two versions of `@sentry/core`
 */
export function checkPeers(root: string): void {
  const app = join(root, 'package.json');
  for (const { name, range, from, below } of PEERS) {
    const version = findVersion(app, name);
    if (version === undefined) continue;
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const isSupported = major < below && (major > from[0] || (major === from[0] && minor >= from[1]));
    if (!isSupported)
      throw new Error(`@adit/next: ${name} ${version} is not supported; install ${name}@"${range}"`);
  }

  const sdk = findVersion(app, '@sentry/nextjs', '@sentry/core');
  const own = findVersion(app, '@adit/next', '@adit/monitoring-client', '@sentry/core');
  if (sdk && own && sdk !== own)
    throw new Error(
      `@adit/next: two versions of @sentry/core are installed, ${sdk} of @sentry/nextjs and ${own}; ` +
        `install @sentry/core@${sdk}, or remove it from package.json`,
    );
}

/** The version of the last package. Each is found from the one before; `undefined` if one is not found. */
function findVersion(from: string, ...names: readonly string[]): string | undefined {
  try {
    const path = names.reduce((file, name) => createRequire(file).resolve(`${name}/package.json`), from);
    return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
  } catch {
    return undefined;
  }
}
