import { join } from 'node:path';
import { findVersion } from './installed-version.ts';

/**
 * The versions that Adit is tested with, as in its `peerDependencies`: the first one, and the first one that is too
 * new.
 */
const PEERS = [
  { name: 'next', range: '>=14.2 <17', from: [14, 2], below: 17 },
  { name: 'react', range: '^18.3.0 || ^19.0.0', from: [18, 3], below: 20 },
  { name: '@sentry/nextjs', range: '^10.0.0 || ^11.0.0', from: [10, 0], below: 12 },
] as const;

/** There are only previews of Next 14.3. They read other options than 14.2 and 15: the SDK's wrapper knows neither. */
const isPreview = (name: string, version: string): boolean => name === 'next' && version.startsWith('14.3.');

/**
 * Checks the installed versions. Packages that Node does not find from `root` are left to the bundler.
 * @throws Error in one line if a version is not supported, or if the SDK and Adit have two versions of `@sentry/core`
 */
export function checkPeers(root: string): void {
  const app = join(root, 'package.json');
  for (const { name, range, from, below } of PEERS) {
    const version = findVersion(app, name);
    if (version === undefined) continue;
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const isSupported = major < below && (major > from[0] || (major === from[0] && minor >= from[1]));
    if (!isSupported || isPreview(name, version))
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
