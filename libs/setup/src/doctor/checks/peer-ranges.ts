import { intersects, validRange } from 'semver';
import { SUPPORTED } from '../../set-up/versions.ts';
import type { Check, Problem, Subject } from '../check.ts';
import { addCommand } from '../../repository/package-commands.ts';
import { installedVersion, isSupported, manifestLine, readManifest } from '../facts/manifest.ts';

const SDK = '@sentry/nextjs';
const SDK_RANGE = SUPPORTED[SDK];

/** The packages around Adit have the versions that it is made for. */
export const peerRanges: Check = {
  id: 'peer-ranges',
  title: '@sentry/nextjs and the packages of Adit have versions that fit together',
  run(subject) {
    const { dependencies } = readManifest(subject);
    return [
      ...checkSdk(subject, dependencies[SDK]),
      ...checkCore(subject, dependencies),
      ...checkAdit(subject, dependencies),
    ];
  },
};

function checkSdk(subject: Subject, range: string | undefined): Problem[] {
  const installed = installedVersion(subject, SDK);
  if (range !== undefined && isSupported(range, installed, SDK_RANGE)) return [];
  return [
    {
      level: 'error',
      message:
        range === undefined
          ? `${SDK} is missing: Adit needs it`
          : `${SDK} ${installed ?? range} is not supported: Adit needs ${SDK_RANGE}`,
      path: subject.application.manifest,
      line: manifestLine(subject, SDK),
      fix: addCommand(subject.repository, `${SDK}@${SDK_RANGE}`),
    },
  ];
}

type Dependencies = Readonly<Record<string, string>>;

/** pnpm gives a package only what that package names, and Adit leaves the version of @sentry/core to the application. */
function checkCore(subject: Subject, dependencies: Dependencies): Problem[] {
  const { application, repository } = subject;
  const sdk = dependencies[SDK];
  if (repository.packageManager !== 'pnpm' || '@sentry/core' in dependencies || sdk === undefined) return [];
  return [
    {
      level: 'warning',
      message: 'With pnpm, Adit finds @sentry/core only if package.json names it',
      path: application.manifest,
      fix: addCommand(repository, `@sentry/core@${installedVersion(subject, SDK) ?? sdk}`),
    },
  ];
}

/** The packages of Adit are released together. */
function checkAdit(subject: Subject, dependencies: Dependencies): Problem[] {
  const { '@adit/next': kit, '@adit/tunnel-server': server } = dependencies;
  if (kit === undefined || server === undefined || areOneRelease(kit, server)) return [];
  return [
    {
      level: 'warning',
      message: `@adit/tunnel-server ${server} and @adit/next ${kit} are of different releases`,
      path: subject.application.manifest,
      line: manifestLine(subject, '@adit/tunnel-server'),
      fix: addCommand(subject.repository, `@adit/tunnel-server@${kit}`),
    },
  ];
}

const areOneRelease = (a: string, b: string): boolean =>
  validRange(a) === null || validRange(b) === null || intersects(a, b);
