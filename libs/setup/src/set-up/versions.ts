import semver from 'semver';
import type { ReadableFiles } from '../files.ts';
import type { Ranges } from '../edits/manifest.ts';
import { rangeOf, readManifest } from '../repository/read-manifest.ts';
import type { Application, PackageManager } from '../repository/repository.ts';

/** What a set-up writes into a `package.json`. */
const RANGES = { '@adit/next': '^0.1.0', '@sentry/nextjs': '^11.0.0' } as const;

/** What `@adit/next` runs with, as in its `peerDependencies`. */
export const SUPPORTED = { next: '>=15.3 <17', react: '^19.0.0', '@sentry/nextjs': '^11.0.0' } as const;

/** pnpm does not find what a dependency depends on, and both packages must have one version: the highest that is tested. */
const SENTRY_FOR_PNPM = '11.8.0';

/** For when the newest cannot be installed: the lowest that is supported and tested. */
export const OLDER_SENTRY = '11.0.0';

/** The dependencies of an application. */
export const dependenciesFor = (packageManager: PackageManager): Ranges =>
  packageManager === 'pnpm'
    ? { ...RANGES, '@sentry/nextjs': SENTRY_FOR_PNPM, '@sentry/core': SENTRY_FOR_PNPM }
    : RANGES;

/** The packages of Sentry that a set-up writes. */
export const SENTRY_PACKAGES = ['@sentry/nextjs', '@sentry/core'] as const;

/** Whether a set-up writes a package in this range, or a package manager for the command of `olderSentryCommands`. */
export const isWritten = (name: string, range: string): boolean =>
  [dependenciesFor('npm'), dependenciesFor('pnpm')].some((ranges) => ranges[name] === range) ||
  (SENTRY_PACKAGES.some((one) => one === name) && range.replace(/^[\^~]/, '') === OLDER_SENTRY);

/** The command that installs what `package.json` names. */
export const installCommand = (packageManager: PackageManager): string => `${packageManager} install`;

/** The packages that are there in a version which is not supported. Ranges that are no versions pass, such as `latest`. */
export function unsupportedPackages(
  files: ReadableFiles,
  { manifest, next }: Application,
): readonly { readonly name: string; readonly found: string; readonly supported: string }[] {
  const read = readManifest(files, manifest);
  return Object.entries(SUPPORTED).flatMap(([name, supported]) => {
    const found = name === 'next' ? next : rangeOf(read, name);
    const isOther =
      found !== undefined &&
      semver.validRange(found) !== null &&
      !semver.intersects(found, supported, { includePrerelease: true });
    return isOther ? [{ name, found, supported }] : [];
  });
}
