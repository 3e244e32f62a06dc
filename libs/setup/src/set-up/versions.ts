import semver from 'semver';
import {
  type Application,
  isYarnBerry,
  type PackageManager,
  type ReadableFiles,
  readDependency,
  rangesMeet,
} from '@adit/codebase';
import type { Ranges } from '../edits/manifest.ts';

/** The ranges that a set-up writes into a `package.json`. */
const RANGES = { '@adit/next': '^0.1.0', '@sentry/nextjs': '^11.0.0' } as const;

/** The versions that `@adit/next` supports, as in its `peerDependencies`. */
export const SUPPORTED = {
  next: '>=14.2 <17',
  react: '^18.3.0 || ^19.0.0',
  '@sentry/nextjs': '^10.0.0 || ^11.0.0',
} as const;

/** The supported major versions, lowest first. */
const MAJORS: Readonly<Record<string, readonly string[]>> = {
  next: ['^14.2.0', '^15.0.0', '^16.0.0'],
  react: ['^18.3.0', '^19.0.0'],
};

/**
 * Whether a version or range names Next 14.3, of which there are only previews. They read other options than 14.2 and
 * 15: the SDK's wrapper knows neither.
 */
export const isNextPreview = (found: string): boolean => /^\D*14\.3\./.test(found);

/** As in `engines` of @adit/next: other versions of Node cannot require modules. */
export const SUPPORTED_NODE = '^20.19.0 || >=22.12.0';

/**
 * pnpm does not resolve dependencies of a dependency, and both packages must have one version: the highest that is
 * tested.
 */
const SENTRY_FOR_PNPM = '11.8.0';

/** Used if the newest cannot be installed: the lowest that is supported and tested. */
export const OLDER_SENTRY = '11.0.0';

/** The dependencies of an application. */
export const dependenciesFor = (packageManager: PackageManager): Ranges =>
  packageManager === 'pnpm'
    ? { ...RANGES, '@sentry/nextjs': SENTRY_FOR_PNPM, '@sentry/core': SENTRY_FOR_PNPM }
    : RANGES;

/** The Sentry packages that a set-up writes. */
export const SENTRY_PACKAGES = ['@sentry/nextjs', '@sentry/core'] as const;

/**
 * Whether a set-up, or a package manager after the command of `olderSentryCommands`, writes a package in this range.
 */
export const isWritten = (name: string, range: string): boolean =>
  [dependenciesFor('npm'), dependenciesFor('pnpm')].some((ranges) => ranges[name] === range) ||
  (SENTRY_PACKAGES.some((one) => one === name) && range.replace(/^[\^~]/, '') === OLDER_SENTRY);

/**
 * The command that installs the dependencies in `package.json`. In CI, pnpm and Yarn refuse to change the lock file;
 * with the files of the repository, the command allows it.
 */
export function installCommand(
  packageManager: PackageManager,
  filesInCi?: Pick<ReadableFiles, 'read' | 'exists'>,
): string {
  const command = `${packageManager} install`;
  if (filesInCi === undefined) return command;
  if (packageManager === 'pnpm') return `${command} --no-frozen-lockfile`;
  // Yarn 1 has no such option.
  return packageManager === 'yarn' && isYarnBerry(filesInCi) ? `${command} --no-immutable` : command;
}

/** A package in an unsupported version. */
export interface Unsupported {
  readonly name: string;
  readonly found: string;
  readonly supported: string;
  /** The range to upgrade to: of the same major, or of the next supported one. */
  readonly closest: string;
}

/**
 * The installed packages in an unsupported version, in the order in which they are upgraded. Texts that are not
 * versions pass, such as `latest` and `workspace:*`.
 */
export function unsupportedPackages(
  files: ReadableFiles,
  { manifest, next }: Application,
): readonly Unsupported[] {
  return Object.entries(SUPPORTED).flatMap(([name, supported]) => {
    const found = name === 'next' ? next : readDependency(files, manifest, name)?.range;
    if (found === undefined) return [];
    if (name === 'next' && isNextPreview(found)) return [{ name, found, supported, closest: '^15.0.0' }];
    const isOther = rangesMeet(found, supported) === false;
    return isOther ? [{ name, found, supported, closest: closestTo(found, name) ?? supported }] : [];
  });
}

function closestTo(found: string, name: string): string | undefined {
  const lowest = semver.minVersion(found) ?? found;
  const majors = MAJORS[name];
  return majors?.find((range) => !semver.gtr(lowest, range)) ?? majors?.at(-1);
}
