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
const KIT_RANGES = {
  '@adit/kits': '^0.1.0',
  '@sentry/browser': '^11.0.0',
  '@sentry/node': '^11.0.0',
} as const;

/** The packages of an application of another framework. */
export const KIT_PACKAGES: readonly string[] = Object.keys(KIT_RANGES);

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

/** The dependencies of an application of Next. */
export const dependenciesFor = (packageManager: PackageManager): Ranges => rangesFor(packageManager, RANGES);

/** The dependencies of an application of another framework. */
export const kitDependenciesFor = (packageManager: PackageManager): Ranges =>
  rangesFor(packageManager, KIT_RANGES);

function rangesFor(packageManager: PackageManager, ranges: Ranges): Ranges {
  if (packageManager !== 'pnpm') return ranges;
  const pinned = Object.entries(ranges).map(([name, range]) => [
    name,
    name.startsWith('@sentry/') ? SENTRY_FOR_PNPM : range,
  ]);
  return { ...(Object.fromEntries(pinned) as Ranges), '@sentry/core': SENTRY_FOR_PNPM };
}

/** The Sentry packages that a set-up of Next writes. */
export const SENTRY_PACKAGES = ['@sentry/nextjs', '@sentry/core'] as const;

/** The Sentry packages that a set-up of another framework writes. */
export const KIT_SENTRY_PACKAGES = ['@sentry/browser', '@sentry/node', '@sentry/core'] as const;

/**
 * Whether a set-up, or a package manager after the command of `olderSentryCommands`, writes a package in this range.
 */
export const isWritten = (name: string, range: string): boolean =>
  [dependenciesFor, kitDependenciesFor].some(
    (of) => of('npm')[name] === range || of('pnpm')[name] === range,
  ) ||
  ([...SENTRY_PACKAGES, ...KIT_SENTRY_PACKAGES].some((one) => one === name) &&
    range.replace(/^[\^~]/, '') === OLDER_SENTRY);

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
